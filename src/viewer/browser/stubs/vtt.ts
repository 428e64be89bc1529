/** Replaces videojs-vtt.js. Must not be empty, or video.js loads the parser from its CDN. */
export default { absent: true };
