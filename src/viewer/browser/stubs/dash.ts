/** In the place of what plays DASH: the core writes HLS, and it weighs 40 kB (gzip). */
const refuse = () => {
  throw new Error('DASH is not built in');
};
export default refuse;
