import type { Replies } from './prefetchedReplies.ts';
import type { Playback } from './watchPlayback.ts';

export type Say = (text: string) => string;

export interface StreamOptions {
  /** HLS playlist. */
  source: string;
  /** What was asked for already: the playlist is among it. */
  replies: Replies;
  /** '': none. */
  poster: string;
  /** muted: at once, without sound. any: at once, with sound where the browser lets it. */
  autoplay: 'muted' | 'any' | false;
  muted: boolean;
  /** Where the files of the player lie, with a closing slash. */
  library: string;
  /** Of the viewer. */
  language: string;
  say: Say;
  /** Nothing moves: somebody should ask whether the stream is still there. */
  onStill: (seconds: number) => void;
  onError: () => void;
  onPlaying: () => void;
  onPause: () => void;
}

/** One of several qualities, or of several captions. */
export interface QualityChoice {
  id: string;
  label: string;
}

/** What can be chosen from; `chosen` is '' for what the player itself chooses, or for none. */
export interface Choices {
  list: readonly QualityChoice[];
  chosen: string;
  choose(id: string): void;
}

/** Figures for who asks; null: not known. */
export interface StreamFigures {
  /** Bytes of segments so far. */
  received: number | null;
  /** What the connection is taken to carry, bit/s. */
  bandwidth: number | null;
  /** When the server had what is on the screen, milliseconds since 1970 by its clock. */
  playedAt: number | null;
}

export interface PlayerStream {
  element: Element;
  /** Before it the viewer expects what is not the player's own; null: it has no place for more. */
  fullscreenButton: Element | null;
  /** Whether it has a button for the picture above all windows. */
  hasPictureInPicture: boolean;
  playback(): Playback;
  video(): HTMLVideoElement | null;
  figures(): StreamFigures;
  /** null: there is nothing to choose. */
  qualities(): Choices | null;
  captions(): Choices | null;
  toggleFullscreen(): void;
  /** Number of the newest segment that is known; null where the browser keeps it for itself. */
  newest(): number | null;
  reload(): void;
  end(): void;
}

/** One player on one live stream, in `place` until its end. */
export type PlayStream = (place: HTMLElement, label: string, options: StreamOptions) => PlayerStream;

/** A copy of the picture that a video shows; null: it shows none yet. */
export function pictureOf(video: HTMLVideoElement | null): HTMLCanvasElement | null {
  if (video === null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas;
}
