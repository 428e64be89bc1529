/**
 * In the place of videojs-vtt.js: streams of the core have no subtitle files. Must not be empty: video.js would fetch
 * the parser from its makers' server.
 */
export default { absent: true };
