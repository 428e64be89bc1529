/** Replaces DASH playback, which costs 40 kB (gzip): the core writes HLS. */
const refuse = () => {
  throw new Error('DASH is not built in');
};
export default refuse;
