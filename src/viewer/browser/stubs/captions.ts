/**
 * In the place of what mux.js reads captions with that lie inside the picture (CEA-608), and inside MP4 segments: nothing
 * shows them. A stream without captions is all that they are asked for.
 */
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

/** The parsers of MP4 segments. */
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
