import type videojs from 'video.js';
import { nextStep } from '../player/live.ts';

export type VideoJs = typeof videojs;
export type Say = (text: string) => string;

export interface StreamOptions {
  /** HLS playlist. */
  source: string;
  /** '': none. */
  poster: string;
  /** muted: at once, without sound. any: at once, with sound where the browser lets it. */
  autoplay: 'muted' | 'any' | false;
  muted: boolean;
  /** Of the viewer. */
  language: string;
  say: Say;
  /** Nothing moves: somebody should ask whether the stream is still there. */
  onStill: (seconds: number) => void;
  onError: () => void;
  onPlaying: () => void;
  onPause: () => void;
}

/** One player on one live stream, in `place` until its end. */
export type PlayStream = (place: HTMLElement, label: string, options: StreamOptions) => Stream;

export interface Stream {
  element: Element;
  /** Before it the viewer expects what is not video.js's own. */
  fullscreenButton: Element | null;
  muted(): boolean;
  /** Number of the newest segment that is known; null where the browser keeps it for itself. */
  newest(): number | null;
  /** What is seen now; null: nothing yet. */
  picture(): HTMLCanvasElement | null;
  reload(): void;
  end(): void;
}

/** A copy of the picture that a video shows. */
export function pictureOf(video: HTMLVideoElement | null): HTMLCanvasElement | null {
  if (video === null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas;
}

const TYPE = 'application/x-mpegURL';
const WATCH_MS = 1000;

const textsOf = (say: Say) => ({
  Play: say('Play'),
  Pause: say('Pause'),
  Replay: say('Play'),
  'Play Video': say('Play'),
  Mute: say('Mute'),
  Unmute: say('Unmute'),
  'Volume Level': say('Volume'),
  Fullscreen: say('Full screen'),
  'Exit Fullscreen': say('Exit full screen'),
  'Picture-in-Picture': say('Picture-in-picture'),
  'Exit Picture-in-Picture': say('Exit picture-in-picture'),
  LIVE: say('Live'),
  'Seek to live, currently playing live': say('Live'),
  'Seek to live, currently behind live': say('Jump to live'),
});

export const videoJsStream =
  (library: VideoJs): PlayStream =>
  (place, label, options) => {
    // What goes wrong is told by onError; the console belongs to mistakes of ours.
    library.log.level('off');
    const element = document.createElement('video-js');
    element.className = 'vjs-public vjs-big-play-centered';
    place.append(element);
    const safari = library.browser.IS_ANY_SAFARI;
    const player = library(element, {
      autoplay: options.autoplay,
      muted: options.muted || options.autoplay === 'muted',
      controls: true,
      playsinline: true,
      // Nobody counts as a viewer before he wants to be one.
      preload: options.autoplay === false ? 'none' : 'auto',
      fill: true,
      liveui: true,
      responsive: true,
      errorDisplay: false,
      textTrackSettings: false,
      userActions: { hotkeys: true },
      language: options.language,
      languages: { [options.language]: { ...textsOf(options.say), 'Video Player': label } },
      controlBar: {
        children: [
          'playToggle',
          'volumePanel',
          'liveDisplay',
          'seekToLive',
          'progressControl',
          'customControlSpacer',
          'pictureInPictureToggle',
          'fullscreenToggle',
        ],
      },
      html5: {
        // Browsers that play HLS by themselves differ in what they recover from; Safari on phones has nothing else.
        vhs: { overrideNative: !safari },
        nativeAudioTracks: safari,
        nativeVideoTracks: safari,
      },
    });
    // The engine notes each segment in a text track, which would be looked through at every frame.
    player.textTracks().on('addtrack', ({ track }: { track: TextTrack }) => {
      if (track.kind !== 'metadata') return;
      const rest = () => {
        track.mode = 'disabled';
      };
      rest();
      track.addEventListener('modechange', rest);
    });
    let moved = { at: 0, time: Date.now() };
    const load = () => {
      moved = { at: 0, time: Date.now() };
      player.src({ src: options.source, type: TYPE });
    };
    const watch = () => {
      const currentTime = player.currentTime() ?? 0;
      // A browser that does not play for a hidden page has not stalled.
      if (currentTime !== moved.at || player.paused() || document.hidden) moved = { at: currentTime, time: Date.now() };
      const ranges = player.seekable();
      const last = ranges.length - 1;
      const window = last < 0 ? null : { start: ranges.start(0), end: ranges.end(last) };
      const still = (Date.now() - moved.time) / 1000;
      const step = nextStep({ paused: player.paused(), still, currentTime, window });
      if (step === 'ask') options.onStill(still);
      if (step === 'jump' && window !== null) player.currentTime(window.end);
    };
    // Only once it is there: of one that never comes, browsers show a broken sign.
    const poster = new Image();
    poster.addEventListener('load', () => {
      if (!player.isDisposed()) player.poster(options.poster);
    });
    if (options.poster !== '') poster.src = options.poster;
    player.on('error', options.onError);
    player.on('playing', options.onPlaying);
    player.on('pause', options.onPause);
    load();
    const watching = setInterval(watch, WATCH_MS);
    return {
      element: player.el(),
      fullscreenButton: player.el().querySelector('.vjs-fullscreen-control'),
      muted: () => player.muted() ?? false,
      newest: () => newestOf(player.tech(true)),
      picture: () => pictureOf(player.el().querySelector('video')),
      reload: load,
      end() {
        clearInterval(watching);
        player.dispose();
      },
    };
  };

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Its HLS engine is no part of video.js's types. */
function newestOf(tech: unknown): number | null {
  const playlists = within(within(tech, 'vhs'), 'playlists');
  const media = within(playlists, 'media');
  const playlist: unknown = typeof media === 'function' ? media.call(playlists) : undefined;
  const first = within(playlist, 'mediaSequence');
  const segments = within(playlist, 'segments');
  return typeof first === 'number' && Array.isArray(segments) ? first + segments.length : null;
}
