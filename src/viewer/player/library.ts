/** Where the player's scripts and styles stand, relative to the web root: as in all installations there are. */
export const LIBRARY = 'player/videojs/dist/';
