/** A file on the core's disk, which is its web root. `path` has a leading slash. */
export type GeneratedFile = { path: string; body: string | Blob };

/** Folder of the player's files, relative to the web root, as in all existing installations. */
export const LIBRARY = 'player/videojs/dist/';

export const CLAPPR = 'player/clappr/dist/clappr.min.js';
