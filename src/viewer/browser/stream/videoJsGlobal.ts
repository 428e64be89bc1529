import videojs from 'video.js';

/** `video.min.js`: operators' own pages expect video.js as a global. */
Object.assign(window, { videojs });
