import videojs from 'video.js';
import sheet from 'video.js/dist/video-js.css' with { type: 'text' };
import { addSheet } from './addStyleSheet.ts';
import { type DelayRange, delayAt, edgeOf, type Growth, grown, listedIn, nextStep } from './liveDelay.ts';

const of = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/**
 * Hears of each binary file that the HLS engine of video.js fetches whole: segments and their inits. Nothing is heard
 * where the browser plays HLS by itself. The engine hands the buffer to a worker afterwards, which empties it.
 * @param tech of a player whose engine is ready (event `xhr-hooks-ready`)
 */
export function hearFetchedFiles(tech: unknown, onFile: (address: string, buffer: ArrayBuffer) => void) {
  const xhr = of(of(tech, 'vhs'), 'xhr');
  // A function with members.
  const onResponse = typeof xhr === 'function' ? Reflect.get(xhr, 'onResponse') : undefined;
  if (typeof onResponse !== 'function') return;
  const heard = (request: unknown, error: unknown) => {
    const [address, buffer, status] = [of(request, 'uri'), of(request, 'response'), of(request, 'status')];
    if (!error && status === 200 && typeof address === 'string' && buffer instanceof ArrayBuffer)
      onFile(address, buffer);
  };
  Reflect.apply(onResponse, xhr, [heard]);
}

/** `missing`: there is no such stream, or it does not come through. */
export type PlayerFailure = 'missing' | 'unplayable';

const NETWORK = 2;

/** Imported lazily: video.js with its HLS engine and its style sheet are by far the largest part of the interface. */
interface Show {
  address: string;
  /** null while there is no picture of it. */
  poster: string | null;
  /** Language of `texts`, which are video.js's own English texts and their translations. */
  language: string;
  texts: Record<string, string>;
  /** Why it cannot be played; null as soon as it can. */
  onFailing: (failing: PlayerFailure | null) => void;
  /** How long what is shown was on its way from the server; null while that is not known. */
  onDelay?: (delay: DelayRange | null) => void;
  /** Each file that it has fetched. The buffer is empty afterwards. */
  onFile?: (address: string, buffer: ArrayBuffer) => void;
}

const TYPE = 'application/x-mpegURL';
const WATCH_MS = 1000;
/** When a playlist grows is seen as late as this. */
const MEASURE_MS = 250;
const RETRY_MS = 3000;
/** One failure is a playlist that has just changed; this many in a row are a stream this browser cannot play. */
const FAILURES_SHOWN = 2;

/** Plays a live HLS stream in `place`, muted, until the returned function is called. */
export function show(
  place: HTMLElement,
  { address, poster, language, texts, onFailing, onDelay, onFile }: Show,
): () => void {
  addSheet(sheet);
  // What goes wrong is told by onFailing; the console belongs to mistakes of ours.
  videojs.log.level('off');
  const element = document.createElement('video-js');
  place.append(element);
  const player = videojs(element, {
    autoplay: 'muted',
    muted: true,
    controls: true,
    playsinline: true,
    // A small window of its own would stand still: nothing is played for a hidden tab.
    disablePictureInPicture: true,
    preload: 'auto',
    fill: true,
    // It looks 33 times a second where live is; `watch` does once, and nobody looks back here.
    liveTracker: false,
    errorDisplay: false,
    bigPlayButton: false,
    textTrackSettings: false,
    language,
    languages: { [language]: texts },
    ...(poster === null ? {} : { poster }),
    controlBar: {
      children: ['playToggle', 'volumePanel', 'customControlSpacer', 'fullscreenToggle'],
    },
    html5: {
      // Browsers that play HLS by themselves differ in what they recover from; Safari on phones has nothing else.
      vhs: { overrideNative: !videojs.browser.IS_ANY_SAFARI },
      nativeAudioTracks: videojs.browser.IS_ANY_SAFARI,
      nativeVideoTracks: videojs.browser.IS_ANY_SAFARI,
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
  const tell = () => {
    const still = player.paused() || performance.now() - moved.time > 2 * WATCH_MS;
    onDelay?.(
      growth && !still
        ? delayAt(growth, player.currentTime() ?? 0, { now: performance.now() / 1000, day: Date.now() / 1000 })
        : null,
    );
  };
  const watch = () => {
    const currentTime = player.currentTime() ?? 0;
    if (currentTime !== moved.at) moved = { at: currentTime, time: performance.now() };
    const ranges = player.seekable();
    const edge = ranges.length > 0 ? ranges.end(ranges.length - 1) : null;
    const still = player.paused() ? 0 : (performance.now() - moved.time) / 1000;
    const step = nextStep({ paused: player.paused(), currentTime, edge, still });
    if (step === 'reload') load();
    if (step === 'jump' && edge !== null) player.currentTime(edge);
    tell();
  };
  player.on('error', () => {
    failures += 1;
    if (failures >= FAILURES_SHOWN) onFailing(player.error()?.code === NETWORK ? 'missing' : 'unplayable');
    clearTimeout(retry);
    retry = setTimeout(load, RETRY_MS);
  });
  player.on('play', watch); // it was paused: back to what is live
  player.on('playing', () => {
    failures = 0;
    onFailing(null);
  });
  if (onFile) player.on('xhr-hooks-ready', () => hearFetchedFiles(player.tech(true), onFile));
  load();
  const watching = setInterval(watch, WATCH_MS);
  const measuring = onDelay && setInterval(measure, MEASURE_MS);
  return () => {
    clearInterval(watching);
    clearInterval(measuring);
    onDelay?.(null);
    clearTimeout(retry);
    player.dispose();
  };
}
