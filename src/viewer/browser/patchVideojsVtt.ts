import { WebVTT } from 'videojs-vtt.js';

/** Characters. Nested tags take quadratic time. */
const LONGEST_CUE = 4000;
const FOREIGN_TAG = /<\/?(?!(?:c|i|b|u|ruby|rt|v|lang)(?:[.\s/0-9\\>]|$)|[0-9])[^>]*>?/g;

/** The library looks tags up in a plain object, so `<constructor>` would break all captions. */
const withoutForeignTags = (text: string): string => text.slice(0, LONGEST_CUE).replace(FOREIGN_TAG, '');

const { convertCueToDOMTree, processCues } = WebVTT;

WebVTT.convertCueToDOMTree = (window, text) => convertCueToDOMTree(window, withoutForeignTags(text));

WebVTT.processCues = (window, cues, overlay) => {
  // The library attaches the layout to the cue, so cues are changed in place.
  for (const cue of cues) {
    const text = withoutForeignTags(cue.text);
    if (text !== cue.text) cue.text = text;
  }
  processCues(window, cues, overlay);
};

/** `vtt.min.js`: video.js loads it for captions and expects the global `WebVTT`. */
export { WebVTT };
