/** Replaces seeking by time of day, which is not offered. */
const refuse = () => {
  throw new Error('Times of day are not built in');
};
export const getProgramTime = refuse;
export const seekToProgramTime = refuse;
