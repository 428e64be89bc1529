/** In the place of mpd-parser: the core writes HLS, and the parser of DASH weighs 30 kB (gzip). */
const refuse = () => {
  throw new Error('DASH is not built in');
};
export const addSidxSegmentsToPlaylist = refuse;
export const generateSidxKey = refuse;
export const parse = refuse;
export const parseUTCTiming = refuse;
