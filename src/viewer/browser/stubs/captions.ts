/** Replaces the parser of mux.js for CEA-608 captions and captions in MP4 segments, which are not shown. */
export class CaptionStream {
  pipe<T>(next: T): T {
    return next;
  }
  push() {}
  flush() {}
  partialFlush() {}
  endTimeline() {}
  reset() {}
}

export default class {
  init() {}
  parse() {
    return null;
  }
  parseSegment() {
    return [];
  }
  clearAllCaptions() {}
  clearParsedCaptions() {}
}
