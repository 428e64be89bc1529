import { WebVTT } from 'videojs-vtt.js';

/** Characters of a caption. Nobody reads more at a time, and tags within each other take the square of their number. */
const LONGEST_CUE = 4000;
/** A tag that is none of WebVTT, from its name to its end. Tags that begin with a digit are times. */
const FOREIGN_TAG = /<\/?(?!(?:c|i|b|u|ruby|rt|v|lang)(?:[.\s/0-9\\>]|$)|[0-9])[^>]*>?/g;

/**
 * The library looks tags up in a plain object, so `<constructor>` finds a function there and ends all captions with an
 * error. It leaves out every other tag that it does not know.
 */
const withoutForeignTags = (text: string): string => text.slice(0, LONGEST_CUE).replace(FOREIGN_TAG, '');

const { convertCueToDOMTree, processCues } = WebVTT;

WebVTT.convertCueToDOMTree = (window, text) => convertCueToDOMTree(window, withoutForeignTags(text));

WebVTT.processCues = (window, cues, overlay) => {
  // The library keeps the layout at the cue, so cues are changed in place.
  for (const cue of cues) {
    const text = withoutForeignTags(cue.text);
    if (text !== cue.text) cue.text = text;
  }
  processCues(window, cues, overlay);
};

/** `vtt.min.js`: fetched by video.js once a viewer wants captions that a stream has. It leaves `WebVTT` behind. */
export { WebVTT };
