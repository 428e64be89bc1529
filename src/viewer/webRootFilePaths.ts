/** A file of the core's disk storage, which is its web root: path from there, with a leading slash. */
export type GeneratedFile = { path: string; body: string | Blob };

/** Where the player's scripts and styles stand, relative to the web root: as in all installations there are. */
export const LIBRARY = 'player/videojs/dist/';

/** The same of Clappr: only a page that chose it loads it. */
export const CLAPPR = 'player/clappr/dist/clappr.min.js';
