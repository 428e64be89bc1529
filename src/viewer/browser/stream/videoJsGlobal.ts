import videojs from 'video.js';

/** `video.min.js`: pages that operators made themselves find video.js where they expect it. */
Object.assign(window, { videojs });
