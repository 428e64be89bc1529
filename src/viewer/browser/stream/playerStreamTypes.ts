import type { Replies } from './prefetchedReplies.ts';
import type { Playback } from './watchPlayback.ts';

export type Say = (text: string) => string;

export interface StreamOptions {
  source: string;
  /** Prefetched replies, including the playlist. */
  replies: Replies;
  poster: string;
  /** `muted`: at once, without sound. `any`: at once, with sound if the browser permits. */
  autoplay: 'muted' | 'any' | false;
  muted: boolean;
  /** Folder of the player's files, with a trailing slash. */
  library: string;
  language: string;
  say: Say;
  /** The picture does not move: check whether the stream still exists. */
  onStill: (seconds: number) => void;
  onError: () => void;
  onPlaying: () => void;
  onPause: () => void;
}

export interface QualityChoice {
  id: string;
  label: string;
}

/** `chosen` is '' for the automatic choice, or for none. */
export interface Choices {
  list: readonly QualityChoice[];
  chosen: string;
  choose(id: string): void;
}

/** null if unknown. */
export interface StreamFigures {
  received: number | null;
  /** Estimated bandwidth in bit/s. */
  bandwidth: number | null;
  /** Server time of the current frame, in milliseconds since 1970. */
  playedAt: number | null;
}

export interface PlayerStream {
  element: Element;
  /** Our buttons go before it; null if there is no place for them. */
  fullscreenButton: Element | null;
  hasPictureInPicture: boolean;
  playback(): Playback;
  video(): HTMLVideoElement | null;
  figures(): StreamFigures;
  qualities(): Choices | null;
  captions(): Choices | null;
  toggleFullscreen(): void;
  /** Number of the newest known segment; null if the browser does not expose it. */
  newest(): number | null;
  reload(): void;
  end(): void;
}

/** Plays a live stream in `place` until `end` is called. */
export type PlayStream = (place: HTMLElement, label: string, options: StreamOptions) => PlayerStream;

/** Copies the current frame; null if there is none yet. */
export function pictureOf(video: HTMLVideoElement | null): HTMLCanvasElement | null {
  if (video === null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas;
}
