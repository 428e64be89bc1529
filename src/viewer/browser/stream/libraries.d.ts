/** These libraries have no types. */
declare module '@clappr/hlsjs-playback/dist/hlsjs-playback.external.js' {
  const playback: object;
  export default playback;
}
declare module '@clappr/plugins' {
  export const ClickToPause: object;
  export const DVRControls: object;
  export const MediaControl: object;
  export const Poster: object;
  export const SeekTime: object;
  export const SpinnerThreeBounce: object;
}
declare module 'videojs-vtt.js' {
  interface CaptionParser {
    oncue: (cue: TextTrackCue & { text: string }) => void;
    onparsingerror: (error: Error) => void;
    onflush: () => void;
    parse(text: string): void;
    flush(): void;
  }
  export const WebVTT: {
    Parser: new (window: Window, decoder: object) => CaptionParser;
    StringDecoder(): object;
    convertCueToDOMTree(window: Window, text: string): HTMLElement | null;
    processCues(
      window: Window,
      cues: ArrayLike<{ text: string }> & Iterable<{ text: string }>,
      overlay: HTMLElement,
    ): void;
  };
}
