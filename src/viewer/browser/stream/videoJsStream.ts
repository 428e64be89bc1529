import type videojs from 'video.js';
import type { Choices, PlayStream, Say, StreamFigures } from './playerStreamTypes.ts';
import { requesterOf } from './prefetchedReplies.ts';
import { call, listWithin, numberWithin, readProperty, set, textWithin } from './readUntypedProperties.ts';
import { type Playback, watchPlayback } from './watchPlayback.ts';

export type VideoJs = typeof videojs;

const TYPE = 'application/x-mpegURL';
const PARSER = 'vtt.min.js';

const textsOf = (say: Say) => ({
  '{1} is loading.': say('Loading …'),
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
    // `onError` reports failures; the console is for our own errors.
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
      // Loads nothing before Play, so that the viewer is not counted.
      preload: options.autoplay === false ? 'none' : 'auto',
      fill: true,
      liveui: true,
      responsive: true,
      errorDisplay: false,
      textTrackSettings: false,
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
        // Native HLS differs in error recovery; Safari on phones has nothing else.
        vhs: { overrideNative: !safari },
        nativeAudioTracks: safari,
        nativeVideoTracks: safari,
      },
    });
    const tech = () => player.tech(true);
    player.textTracks().on('addtrack', ({ track }: { track: TextTrack }) => {
      if (isCaption(track)) {
        set(readProperty(tech(), 'options_'), 'vtt.js', `${options.library}${PARSER}`);
      }
      // The engine records segments in a text track, which would be searched for every frame.
      if (track.kind !== 'metadata') return;
      const rest = () => {
        track.mode = 'disabled';
      };
      rest();
      track.addEventListener('modechange', rest);
    });
    // Each source has its own engine, which has made no requests yet.
    player.on('xhr-hooks-ready', () => {
      const engine = readProperty(tech(), 'vhs');
      const own = readProperty(engine, 'xhr');
      if (typeof own !== 'function') return;
      set(
        engine,
        'xhr',
        requesterOf(options.replies, (...args) => Reflect.apply(own, engine, args)),
      );
    });
    const load = () => player.src({ src: options.source, type: TYPE });
    const playback = (): Playback => {
      const ranges = player.seekable();
      const last = ranges.length - 1;
      return {
        paused: player.paused(),
        currentTime: player.currentTime() ?? 0,
        window: last < 0 ? null : { start: ranges.start(0), end: ranges.end(last) },
        seek: (time) => player.currentTime(time),
      };
    };
    // Waits for the image, as browsers show a placeholder for one that fails.
    const poster = new Image();
    poster.addEventListener('load', () => {
      if (!player.isDisposed()) player.poster(options.poster);
    });
    if (options.poster !== '') poster.src = options.poster;
    player.on('error', options.onError);
    player.on('playing', options.onPlaying);
    // Replies that are unused until playback starts are outdated.
    player.one('playing', () => options.replies.clear());
    player.on('pause', options.onPause);
    load();
    const watching = watchPlayback(playback, options.onStill);
    return {
      element: player.el(),
      fullscreenButton: player.el().querySelector('.vjs-fullscreen-control'),
      hasPictureInPicture: true,
      playback,
      video: () => player.el().querySelector('video'),
      figures: () => figuresOf(tech(), player.currentTime() ?? 0),
      qualities: () => qualitiesOf(tech()),
      captions: () => captionsOf(player.textTracks(), options.say),
      toggleFullscreen: () => (player.isFullscreen() ? player.exitFullscreen() : player.requestFullscreen()),
      newest: () => newestOf(tech()),
      reload() {
        watching.restart();
        load();
      },
      end() {
        watching.end();
        player.dispose();
      },
    };
  };

const isCaption = (track: unknown) => ['subtitles', 'captions'].includes(textWithin(track, 'kind'));

/** The track list of video.js is not an array. */
function captionsOf(list: { length: number }, say: Say): Choices | null {
  const tracks = Array.from({ length: list.length }, (_, i) => readProperty(list, String(i))).filter(isCaption);
  if (tracks.length === 0) return null;
  const shown = tracks.findIndex((track) => textWithin(track, 'mode') === 'showing');
  return {
    list: tracks.map((track, i) => ({
      id: String(i),
      label: textWithin(track, 'label') || textWithin(track, 'language') || say('Captions'),
    })),
    chosen: shown === -1 ? '' : String(shown),
    choose(id) {
      for (const [i, track] of tracks.entries()) set(track, 'mode', String(i) === id ? 'showing' : 'disabled');
    },
  };
}

const mediaOf = (tech: unknown) => call(readProperty(readProperty(tech, 'vhs'), 'playlists'), 'media');

function newestOf(tech: unknown): number | null {
  const first = numberWithin(mediaOf(tech), 'mediaSequence');
  const segments = listWithin(mediaOf(tech), 'segments');
  return first === null ? null : first + segments.length;
}

function figuresOf(tech: unknown, currentTime: number): StreamFigures {
  const vhs = readProperty(tech, 'vhs');
  const playing = listWithin(mediaOf(tech), 'segments').find(
    (segment) =>
      (numberWithin(segment, 'start') ?? Infinity) <= currentTime && currentTime < (numberWithin(segment, 'end') ?? 0),
  );
  const day = numberWithin(playing, 'programDateTime');
  const start = numberWithin(playing, 'start');
  return {
    received: numberWithin(readProperty(vhs, 'stats'), 'mediaBytesTransferred'),
    bandwidth: numberWithin(vhs, 'bandwidth'),
    playedAt: day === null || start === null ? null : day + (currentTime - start) * 1000,
  };
}

/** Sorted by height; equal heights are labeled with their bitrate. */
function qualitiesOf(tech: unknown): Choices | null {
  const found = call(readProperty(tech, 'vhs'), 'representations');
  const all = (Array.isArray(found) ? found : [])
    .map((each: unknown) => ({
      each,
      id: textWithin(each, 'id'),
      height: numberWithin(each, 'height'),
      kbit: Math.round((numberWithin(each, 'bandwidth') ?? 0) / 1000),
    }))
    .sort((a, b) => (b.height ?? 0) - (a.height ?? 0) || b.kbit - a.kbit);
  if (all.length < 2) return null;
  const enabled = all.filter(({ each }) => call(each, 'enabled') === true);
  return {
    list: all.map(({ id, height, kbit }) => ({
      id,
      label: [height === null ? '' : `${height}p`, kbit === 0 ? '' : `${kbit} kbit/s`].filter(Boolean).join(' · '),
    })),
    chosen: enabled.length === 1 ? (enabled[0]?.id ?? '') : '',
    choose(id) {
      for (const { each, id: own } of all) call(each, 'enabled', id === '' || own === id);
    },
  };
}
