import videojs from 'video.js';
import sheet from 'video.js/dist/video-js.css' with { type: 'text' };
import type { requesterOf } from '../../viewer/browser/stream/prefetchedReplies.ts';
import { addSheet } from './addStyleSheet.ts';
import { type DelayRange, delayAt, edgeOf, type Growth, grown, listedIn, nextStep } from './liveDelay.ts';

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/**
 * Calls `onFile` with each complete binary file that video.js's HLS engine loads; never with native HLS. The engine
 * transfers the buffer to a worker afterwards.
 */
export function hearFetchedFiles(tech: unknown, onFile: (address: string, buffer: ArrayBuffer) => void) {
  const xhr = read(read(tech, 'vhs'), 'xhr');
  const onResponse = typeof xhr === 'function' ? Reflect.get(xhr, 'onResponse') : undefined;
  if (typeof onResponse !== 'function') return;
  const report = (request: unknown, error: unknown) => {
    const [address, buffer, status] = [read(request, 'uri'), read(request, 'response'), read(request, 'status')];
    if (!error && status === 200 && typeof address === 'string' && buffer instanceof ArrayBuffer)
      onFile(address, buffer);
  };
  Reflect.apply(onResponse, xhr, [report]);
}

/** `missing`: no such stream, or it cannot be loaded. */
export type PlayerFailure = 'missing' | 'unplayable';

const NETWORK = 2;

type Requester = Parameters<typeof requesterOf>[1];

interface PlayerTexts {
  /** Language of `texts`, which translate video.js's English texts. */
  language: string;
  texts: Record<string, string>;
}

interface LiveStream extends PlayerTexts {
  address: string;
  /** Replaces the engine's own requests. */
  requester?: (own: Requester) => Requester;
}

interface Follower {
  poster?: string | null;
  /** Called with the reason of a failure, and with null once it plays. */
  onFailing?: (failing: PlayerFailure | null) => void;
  onDelay?: ((delay: DelayRange | null) => void) | undefined;
  /** Called with each loaded file. The buffer is detached afterwards. */
  onFile?: ((address: string, buffer: ArrayBuffer) => void) | undefined;
}

export interface LivePlayer {
  readonly element: Element;
  /** The first segment is in the decoder. Never rejects. */
  readonly decoding: Promise<void>;
  /** The first picture is shown. Never rejects. */
  readonly playing: Promise<void>;
  follow(follower: Follower): void;
  end(): void;
}

const TYPE = 'application/x-mpegURL';
const WATCH_MS = 1000;
/** Precision with which the growth of a playlist is noticed. */
const MEASURE_MS = 250;
const RETRY_MS = 3000;
/** A single failure may be a changed playlist; several in a row mean that the browser cannot play the stream. */
const FAILURES_SHOWN = 2;

function createPlayer({ language, texts }: PlayerTexts) {
  addSheet(sheet);
  // `onFailing` reports failures; the console is for our own errors.
  videojs.log.level('off');
  const element = document.createElement('video-js');
  const player = videojs(element, {
    autoplay: 'muted',
    muted: true,
    controls: true,
    playsinline: true,
    // Hidden tabs play nothing, so a picture-in-picture window would freeze.
    disablePictureInPicture: true,
    preload: 'auto',
    fill: true,
    // Checks 33 times a second; `watch` does once, and there is no seeking back here.
    liveTracker: false,
    errorDisplay: false,
    bigPlayButton: false,
    textTrackSettings: false,
    language,
    languages: { [language]: texts },
    controlBar: {
      children: ['playToggle', 'volumePanel', 'customControlSpacer', 'fullscreenToggle'],
    },
    html5: {
      // Native HLS differs in error recovery; Safari on phones has nothing else.
      vhs: { overrideNative: !videojs.browser.IS_ANY_SAFARI },
      nativeAudioTracks: videojs.browser.IS_ANY_SAFARI,
      nativeVideoTracks: videojs.browser.IS_ANY_SAFARI,
    },
  });
  // The engine records segments in a text track, which would be searched for every frame.
  player.textTracks().on('addtrack', ({ track }: { track: TextTrack }) => {
    if (track.kind !== 'metadata') return;
    const rest = () => {
      track.mode = 'disabled';
    };
    rest();
    track.addEventListener('modechange', rest);
  });
  return player;
}

let spare: { texts: string; player: ReturnType<typeof createPlayer> } | null = null;

/** Creates the player of the next stream ahead, which takes as long as a login. It has no stream and does nothing. */
export function createSpare(texts: PlayerTexts) {
  spare ??= { texts: JSON.stringify(texts), player: createPlayer(texts) };
}

function takePlayer(texts: PlayerTexts) {
  const taken = spare;
  spare = null;
  if (taken?.texts === JSON.stringify(texts)) return taken.player;
  taken?.player.dispose();
  return createPlayer(texts);
}

/** Plays a live HLS stream, muted. The element may be placed into the page later. */
export function startVideo({ address, language, texts, requester }: LiveStream): LivePlayer {
  const player = takePlayer({ language, texts });
  let follower: Follower = {};
  let failing: PlayerFailure | null = null;
  let measuring: ReturnType<typeof setInterval> | undefined;
  const fail = (reason: PlayerFailure | null) => {
    failing = reason;
    follower.onFailing?.(reason);
  };
  let moved = { at: 0, time: performance.now() };
  let failures = 0;
  let growth: Growth | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const load = () => {
    moved = { at: 0, time: performance.now() };
    growth = null;
    player.src({ src: address, type: TYPE });
  };
  const measure = () => {
    const now = performance.now() / 1000;
    growth = grown(growth, edgeOf(listedIn(player.tech(true))), now);
  };
  const notify = () => {
    const isStill = player.paused() || performance.now() - moved.time > 2 * WATCH_MS;
    follower.onDelay?.(
      growth && !isStill
        ? delayAt(growth, player.currentTime() ?? 0, { now: performance.now() / 1000, day: Date.now() / 1000 })
        : null,
    );
  };
  const watch = () => {
    const currentTime = player.currentTime() ?? 0;
    if (currentTime !== moved.at) moved = { at: currentTime, time: performance.now() };
    const ranges = player.seekable();
    const edge = ranges.length > 0 ? ranges.end(ranges.length - 1) : null;
    const stillSeconds = player.paused() ? 0 : (performance.now() - moved.time) / 1000;
    const step = nextStep({ paused: player.paused(), currentTime, edge, still: stillSeconds });
    if (step === 'reload') load();
    if (step === 'jump' && edge !== null) player.currentTime(edge);
    notify();
  };
  player.on('error', () => {
    failures += 1;
    if (failures >= FAILURES_SHOWN) fail(player.error()?.code === NETWORK ? 'missing' : 'unplayable');
    clearTimeout(retry);
    retry = setTimeout(load, RETRY_MS);
  });
  player.on('play', watch); // after a pause, back to live
  player.on('playing', () => {
    failures = 0;
    fail(null);
  });
  // Each source has its own engine, which has made no requests yet.
  player.on('xhr-hooks-ready', () => {
    const tech = player.tech(true);
    hearFetchedFiles(tech, (...file) => follower.onFile?.(...file));
    const engine = read(tech, 'vhs');
    const own = read(engine, 'xhr');
    if (!requester || typeof own !== 'function') return;
    const xhr = requester((...asked) => Reflect.apply(own, engine, asked));
    Object.assign(Object(engine), { xhr });
  });
  const once = (event: string) => new Promise<void>((resolve) => player.one(event, () => resolve()));
  const [decoding, playing] = [once('loadedmetadata'), once('playing')];
  load();
  const watching = setInterval(watch, WATCH_MS);
  return {
    element: player.el(),
    decoding,
    playing,
    follow(next) {
      follower = next;
      if (next.poster && player.paused()) player.poster(next.poster);
      if (next.onDelay) measuring ??= setInterval(measure, MEASURE_MS);
      next.onFailing?.(failing);
    },
    end() {
      clearInterval(watching);
      clearInterval(measuring);
      follower.onDelay?.(null);
      clearTimeout(retry);
      player.dispose();
    },
  };
}
