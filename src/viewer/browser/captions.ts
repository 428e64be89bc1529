/** `vtt.min.js`: fetched by video.js once a viewer wants captions that a stream has. It leaves `WebVTT` behind. */
export { WebVTT } from 'videojs-vtt.js';
