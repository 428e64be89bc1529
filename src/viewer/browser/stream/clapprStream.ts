import { Events, Loader, Log, Player } from '@clappr/core';
import HlsPlayback from '@clappr/hlsjs-playback/dist/hlsjs-playback.external.js';
import { ClickToPause, DVRControls, MediaControl, Poster, SeekTime, SpinnerThreeBounce } from '@clappr/plugins';
import { PLAYER_COLORS } from '../../player/hexColor.ts';
import type { Choices, PlayStream, Say } from './playerStreamTypes.ts';
import { loaderOf } from './prefetchedHlsLoader.ts';
import { call, listWithin, numberWithin, readProperty, set, textWithin } from './readUntypedProperties.ts';
import { type Playback, watchPlayback } from './watchPlayback.ts';

/** Leaves out plugins for analytics, favicon and watermark. */
const PLUGINS = [ClickToPause, DVRControls, MediaControl, Poster, SeekTime, SpinnerThreeBounce];
const SILENT = 100;
/** Accepted by Clappr, but missing in its types. */
const FILLING: object = { width: '100%', height: '100%' };
const LEVEL_LOADED = 'hlsLevelLoaded';
const FRAGMENT_LOADED = 'hlsFragLoaded';
const SUBTITLES_UPDATED = 'hlsSubtitleTracksUpdated';
const AUTOMATIC = -1;
const NONE = -1;

Loader.registerPlayback(HlsPlayback);
// `onError` reports failures; the console is for our own errors.
Log.setLevel(SILENT);

export const clapprStream: PlayStream = (place, label, options) => {
  const { say } = options;
  const element = document.createElement('div');
  element.className = 'watch-clappr';
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', label);
  element.tabIndex = -1;
  place.append(element);
  let received = 0;
  let segments: number | null = null;
  const colorOf = (name: string, fallback: string) => place.style.getPropertyValue(name) || fallback;
  const settings = {
    parent: element,
    source: options.source,
    mimeType: 'application/x-mpegURL',
    poster: options.poster,
    autoPlay: options.autoplay !== false,
    mute: options.muted || options.autoplay === 'muted',
    // The browser's autoplay policy is found out by trying.
    disableCanAutoPlay: true,
    // Both players share the keyboard handling.
    disableKeyboardShortcuts: true,
    persistConfig: false,
    plugins: PLUGINS,
    playback: { playInline: true, hlsjsConfig: { enableWorker: true, loader: loaderOf(options.replies) } },
    // Loads nothing before Play, so that the viewer is not counted.
    hlsPlayback: {
      preload: options.autoplay !== false,
      customListeners: [
        { eventName: FRAGMENT_LOADED, callback: (_: string, data: unknown) => count(data) },
        { eventName: LEVEL_LOADED, callback: (_: string, data: unknown) => note(data) },
        // Otherwise, Clappr hides the captions of a live stream while hls.js keeps loading them.
        { eventName: SUBTITLES_UPDATED, callback: () => set(playing(), '_ccIsSetup', true) },
      ],
    },
    mediacontrol: {
      seekbar: colorOf('--seekbar', PLAYER_COLORS.seekbar),
      buttons: colorOf('--buttons', PLAYER_COLORS.buttons),
    },
    strings: { 'en-US': { live: say('Live'), back_to_live: say('Jump to live') } },
    language: 'en-US',
  };
  const player = new Player({ ...settings, ...FILLING });
  const video = () => element.querySelector('video');
  const playing = () => readProperty(readProperty(player, 'core'), 'activePlayback');
  const engine = () => readProperty(playing(), '_hls');
  const count = (data: unknown) => {
    received += numberWithin(readProperty(readProperty(data, 'frag'), 'stats'), 'loaded') ?? 0;
  };
  const note = (data: unknown) => {
    segments = numberWithin(readProperty(data, 'details'), 'endSN');
  };
  const playback = (): Playback => {
    const found = video();
    const edge = numberWithin(engine(), 'liveSyncPosition');
    const ranges = found?.seekable;
    return {
      paused: found?.paused ?? true,
      currentTime: found?.currentTime ?? 0,
      window: edge === null || !ranges || ranges.length === 0 ? null : { start: ranges.start(0), end: edge },
      seek(time) {
        if (found) found.currentTime = time;
      },
    };
  };
  // Media events do not bubble, but can be captured.
  const named = () => nameParts(element, say);
  element.addEventListener('playing', options.onPlaying, true);
  // Replies that are unused until playback starts are outdated.
  element.addEventListener('playing', () => options.replies.clear(), { capture: true, once: true });
  element.addEventListener('pause', options.onPause, true);
  for (const event of ['playing', 'pause', 'volumechange', 'loadedmetadata'])
    element.addEventListener(event, named, true);
  document.addEventListener('fullscreenchange', named);
  element.addEventListener('keydown', onKeyDown);
  player.on(Events.PLAYER_ERROR, options.onError, player);
  player.on(Events.PLAYER_READY, named, player);
  const naming = new MutationObserver(named);
  naming.observe(element, { childList: true, subtree: true });
  named();
  const watching = watchPlayback(playback, options.onStill);
  return {
    element,
    fullscreenButton: null,
    playback,
    video,
    figures: () => {
      const date = readProperty(engine(), 'playingDate');
      return {
        received,
        bandwidth: numberWithin(engine(), 'bandwidthEstimate'),
        playedAt: date instanceof Date ? date.getTime() : null,
      };
    },
    qualities: () => qualitiesOf(engine()),
    captions: () => captionsOf(engine(), say),
    hasPictureInPicture: false,
    toggleFullscreen: () => call(readProperty(player, 'core'), 'toggleFullscreen'),
    newest: () => segments,
    reload() {
      watching.restart();
      player.load(options.source, settings.mimeType, true);
    },
    end() {
      watching.end();
      naming.disconnect();
      document.removeEventListener('fullscreenchange', named);
      player.destroy();
      element.remove();
    },
  };
};

function qualitiesOf(engine: unknown): Choices | null {
  const levels = listWithin(engine, 'levels');
  if (levels.length < 2) return null;
  const current = readProperty(engine, 'autoLevelEnabled') === true ? AUTOMATIC : numberWithin(engine, 'currentLevel');
  return {
    list: levels
      .map((level, i) => ({
        id: String(i),
        label: `${numberWithin(level, 'height') ?? '?'}p · ${Math.round((numberWithin(level, 'bitrate') ?? 0) / 1000)} kbit/s`,
      }))
      .reverse(),
    chosen: current === null || current === AUTOMATIC ? '' : String(current),
    choose(id) {
      set(engine, 'nextLevel', id === '' ? AUTOMATIC : Number(id));
    },
  };
}

function captionsOf(engine: unknown, say: Say): Choices | null {
  const tracks = listWithin(engine, 'subtitleTracks');
  if (tracks.length === 0) return null;
  const current = numberWithin(engine, 'subtitleTrack') ?? NONE;
  return {
    list: tracks.map((track, i) => ({
      id: String(i),
      label: textWithin(track, 'name') || textWithin(track, 'lang') || say('Captions'),
    })),
    chosen: current === NONE ? '' : String(current),
    choose(id) {
      set(engine, 'subtitleTrack', id === '' ? NONE : Number(id));
    },
  };
}

interface Moment {
  playing: boolean;
  muted: boolean;
  fullscreen: boolean;
}

/** Clappr labels its buttons with internal names, and some are not buttons. */
const NAMES: Readonly<Record<string, (moment: Moment) => string>> = {
  'button[data-playpause], button[data-playstop], button[data-play], .play-wrapper[data-poster]': ({ playing }) =>
    playing ? 'Pause' : 'Play',
  'button[data-fullscreen]': ({ fullscreen }) => (fullscreen ? 'Exit full screen' : 'Full screen'),
  '.drawer-icon[data-volume]': ({ muted }) => (muted ? 'Unmute' : 'Mute'),
};

function nameParts(element: HTMLElement, say: Say) {
  const video = element.querySelector('video');
  const moment = {
    playing: video?.paused === false,
    muted: video?.muted ?? false,
    fullscreen: document.fullscreenElement !== null,
  };
  // Clappr sets tabindex to 9999.
  element.querySelector('[data-player]')?.removeAttribute('tabindex');
  for (const [parts, nameOf] of Object.entries(NAMES)) {
    for (const part of element.querySelectorAll<HTMLElement>(parts)) {
      const name = say(nameOf(moment));
      if (part.getAttribute('aria-label') !== name) part.setAttribute('aria-label', name);
      if (part.localName === 'button') continue;
      part.setAttribute('role', 'button');
      part.tabIndex = 0;
    }
  }
}

function onKeyDown(event: KeyboardEvent) {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || target.localName === 'button' || target.role !== 'button') return;
  if (key !== 'Enter' && key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  target.click();
}
