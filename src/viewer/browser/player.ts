import { nextBeginPath, parseNextBegin } from '../../media/schedule/nextBegin.ts';
import type { PlayerConfig } from '../player/config.ts';
import type { colorVariables } from '../player/cssColorVariables.ts';
import type { iframeOf } from '../player/iframe.ts';
import { figureLines, type Sample, withSample } from '../player/playbackFigures.ts';
import { ageMsOf, answerOf, isStuck, oldAfter, type StreamAnswer } from '../player/playbackRecovery.ts';
import { renditionAddressesIn } from '../player/playlistAddresses.ts';
import { addControls } from './controls.ts';
import { listenToKeyboard } from './keyboard.ts';
import { makeElement } from './makeElement.ts';
import { createCard } from './messageCard.ts';
import { logoOf } from './playerPanels.ts';
import { type PlayerStream, type PlayStream, pictureOf, type Say } from './stream/playerStreamTypes.ts';
import { fetchReply, type HeadStart, type Replies, textOf } from './stream/prefetchedReplies.ts';
import { localeOf } from './viewerLanguage.ts';

const EVERY_MS = 1000;

/** Shows playback statistics, updated every second. `now`: the server's clock in milliseconds. */
function createFiguresPanel(stream: PlayerStream, now: () => number, say: Say) {
  const panel = makeElement('dl', 'watch-figures');
  panel.setAttribute('aria-label', say('Statistics'));
  panel.hidden = true;
  let samples: Sample[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  const read = () => {
    if (document.hidden) return;
    samples = withSample(samples, sampleOf(stream, now()));
    panel.replaceChildren(
      ...figureLines(samples).map(([name, figure]) =>
        makeElement('div', '', makeElement('dt', '', say(name)), makeElement('dd', '', figure)),
      ),
    );
  };
  const show = (shown: boolean) => {
    panel.hidden = !shown;
    clearInterval(timer);
    timer = shown ? setInterval(read, EVERY_MS) : undefined;
    samples = [];
    if (shown) read();
  };
  return { panel, show, toggle: () => show(panel.hidden !== false), end: () => clearInterval(timer) };
}

function sampleOf(stream: PlayerStream, at: number): Sample {
  const video = stream.video();
  const quality = video?.getVideoPlaybackQuality?.();
  const ranges = video?.buffered;
  const time = video?.currentTime ?? 0;
  let buffered: number | null = null;
  for (let i = 0; ranges && i < ranges.length; i += 1)
    if (ranges.start(i) <= time && time <= ranges.end(i)) buffered = ranges.end(i) - time;
  return {
    at,
    buffered,
    ...stream.figures(),
    dropped: quality?.droppedVideoFrames ?? null,
    decoded: quality?.totalVideoFrames ?? null,
    width: video?.videoWidth ?? 0,
    height: video?.videoHeight ?? 0,
  };
}

interface PlayerOptions extends Pick<PlayerConfig, 'autoplay' | 'mute' | 'statistics'> {
  /** The start parameters beside it win over the same settings in it. */
  config: PlayerConfig;
  label: string;
  root: string;
}

interface Means {
  /** Rejects if it cannot be loaded; called again later. */
  engine: () => Promise<PlayStream>;
  say: Say;
  language: string;
  /** Injected by the interface, whose first screen must load as few files as possible. */
  colors: ReturnType<typeof colorVariables>;
  library: string;
  iframeOf: typeof iframeOf;
  headStart?: HeadStart | null;
}

/** The playlist appears with the first segment, so the picture follows within three seconds. */
const AGAIN_MS = 2000;
/** Interval of checks whether the stream still exists before Play is pressed. */
const IDLE_MS = 10_000;
/** The page itself is checked once per this many polls. */
const PAGE_EVERY = 8;
/** A single failure may be a changed playlist; several in a row mean that the browser cannot play the stream. */
const FAILURES = 3;
const PATIENCE_MS = 8000;

const FRESH_MS = 10_000;

interface PlaylistAnswer {
  answer: StreamAnswer;
  /** Server time at `performance.now() === 0`, in milliseconds; null if unknown. */
  ahead: number | null;
  /** The playlist that changes with the stream: for a master playlist, its first rendition. */
  of: string;
}

/** Without the session id, so that the core does not count a viewer. */
async function askAgain(media: string): Promise<StreamAnswer> {
  const address = new URL(media);
  address.searchParams.delete('session');
  try {
    const { status, headers } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return answerOf(status, headers);
  } catch {
    return 'away';
  }
}

/** Requests the playlist, or takes it from the replies, and adds it to them. `plays`: it is playing already. */
async function check(source: string, replies: Replies, plays: boolean): Promise<PlaylistAnswer> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  const replyOf = (address: string, method: 'GET' | 'HEAD') =>
    replies.get(address) ?? fetchReply(address, { method, cache: 'no-store', signal: patience.signal });
  try {
    const reply = await replyOf(source, 'GET');
    // The engine reads the same reply: a second request would count as another viewer.
    replies.set(source, Promise.resolve(reply));
    const { status, headers, begun: startedAt, ms, url } = reply;
    const ahead = Date.parse(headers.get('date') ?? '') - (startedAt + ms / 2);
    const [rendition] = renditionAddressesIn(textOf(reply));
    const address = rendition === undefined ? source : new URL(rendition, url).href;
    // A master playlist may be written once and look old. Without a date, an edge made it up, and the playlist in it
    // counts viewers: request only its headers.
    const written = headers.has('last-modified');
    const isVague = ageMsOf(headers) === null || answerOf(status, headers) === 'offline';
    const media = rendition !== undefined && isVague ? await replyOf(address, written ? 'GET' : 'HEAD') : reply;
    const old = plays ? undefined : oldAfter(textOf(media));
    return {
      answer: answerOf(media.status, media.headers, old),
      ahead: Number.isNaN(ahead) ? null : ahead,
      of: address,
    };
  } catch {
    return { answer: 'away', ahead: null, of: source }; // no connection or a timeout
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the page was deleted with its stream. If this cannot be checked, it counts as existing. */
async function isGone() {
  try {
    const { status } = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

const NEXT_EVERY_MS = 60_000;

function createNextBegin(address: string) {
  let startsAt = '';
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    startsAt: () => startsAt,
    async look() {
      if (performance.now() - askedAt < NEXT_EVERY_MS) return;
      askedAt = performance.now();
      try {
        const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
        startsAt = answer.ok ? parseNextBegin(await answer.text()) : '';
      } catch {}
    },
  };
}

/** Runs the public player until the returned function is called. An unavailable stream starts by itself later. */
export function startPlayer(place: HTMLElement, options: PlayerOptions, means: Means): () => void {
  const { config, label } = options;
  const { engine, say, language, library, iframeOf } = means;
  let headStart = means.headStart ?? null;
  const variables = Object.entries(means.colors);
  for (const [name, value] of variables) place.style.setProperty(name, value);
  const addressOf = (path: string) => new URL(path, options.root).href;
  const sources = (config.sources ?? [config.source]).map(addressOf);
  let source = headStart?.source ?? sources[Math.floor(Math.random() * sources.length)] ?? '';
  // Browsers cache snapshots for minutes.
  const fresh = (path: string) => (/^(https?|blob):/.test(path) ? path : `${addressOf(path)}?t=${Date.now()}`);
  const poster = config.poster === '' ? '' : (headStart?.poster ?? fresh(config.poster));
  let ahead = Date.now() - performance.now();
  const now = () => performance.now() + ahead;
  const next = createNextBegin(addressOf(nextBeginPath(config.page.replace(/\.html$/, ''))));
  const card = createCard(place, {
    label,
    startsAt: () => (Date.parse(config.startsAt) > now() ? config.startsAt : next.startsAt()),
    now,
    say,
    locale: localeOf(language, navigator.languages),
  });
  let last: HTMLCanvasElement | string | null = poster === '' ? null : poster;
  let stream: PlayerStream | null = null;
  let figures: ReturnType<typeof createFiguresPanel> | null = null;
  let autoplay: 'muted' | 'any' | false = options.autoplay ? 'muted' : false;
  let muted = options.mute;
  let failures = 0;
  /** Number of the newest segment when the picture stopped. */
  let newest: number | null = null;
  let waiting = false;
  let isAsking = false;
  let isOver = false;
  let offline = 0;
  let missed = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idling: ReturnType<typeof setInterval> | undefined;

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(poll, AGAIN_MS);
  };
  /** Switches to the next edge. Returns false after all of them failed. */
  const turn = () => {
    source = sources[(sources.indexOf(source) + 1) % sources.length] ?? source;
    missed = (missed + 1) % sources.length;
    return missed > 0;
  };
  const noLongerIdle = () => {
    clearInterval(idling);
    idling = undefined;
  };
  const leave = () => {
    noLongerIdle();
    if (stream !== null) {
      muted = stream.video()?.muted ?? muted;
      last = pictureOf(stream.video()) ?? last;
      figures?.end();
      stream.end();
      stream = null;
      autoplay = 'any';
    }
    // The viewer waited for the picture, but did not ask for sound.
    if (autoplay === false) autoplay = 'muted';
  };

  async function poll() {
    // A hidden page stops polling and checks at once when shown.
    if (isAsking || isOver || (waiting && document.hidden)) return;
    isAsking = true;
    const isFresh = headStart !== null && performance.now() - headStart.begun < FRESH_MS;
    const replies: Replies = (isFresh ? headStart?.replies : null) ?? new Map();
    headStart = null;
    const [checked, found] = await Promise.all([check(source, replies, stream !== null), engine().catch(() => null)]);
    ahead = checked.ahead ?? ahead;
    const isAbsent = checked.answer === 'offline';
    if (isAbsent) await next.look();
    const hasGone = isAbsent && offline % PAGE_EVERY === 0 && (await isGone());
    offline = isAbsent && !hasGone ? offline + 1 : 0;
    const reason = found === null ? 'away' : hasGone ? 'gone' : checked.answer;
    isAsking = false;
    if (isOver) return;
    waiting = reason !== 'there';
    // A viewer who is watching keeps the slot.
    if (reason === 'full' && stream !== null) return;
    if (found !== null && reason === 'there') {
      missed = 0;
      if (failures > 0) leave();
      if (failures < FAILURES) card.hide();
      if (stream === null) {
        stream = play(found, replies);
        idling = setInterval(checkIdle, IDLE_MS, checked.of);
      }
    } else if (reason !== 'there') {
      leave();
      if (reason !== 'offline' && reason !== 'gone' && turn()) {
        poll();
        return;
      }
      card.show(reason, last);
      later();
    }
  }

  async function checkIdle(media: string) {
    if (document.hidden || isAsking) return;
    const idle = idling;
    const answer = await askAgain(media);
    if (idle === idling && (answer === 'offline' || answer === 'away')) poll();
  }

  function play(found: PlayStream, replies: Replies): PlayerStream {
    const logo = logoOf(config.logo, addressOf);
    const playing = found(place, label, {
      ...{ source, replies, poster, autoplay, muted, language, say, library: addressOf(library) },
      onStill(seconds) {
        newest ??= playing.newest();
        if (isStuck(seconds, playing.newest(), newest)) {
          newest = null;
          playing.reload();
        } else poll();
      },
      onError() {
        failures += 1;
        if (failures >= FAILURES) card.show('unplayable', last);
        if (failures === 1) poll();
        else later();
      },
      onPlaying() {
        failures = 0;
        newest = null;
        noLongerIdle();
        card.hide();
        logo?.classList.add('shown');
      },
      onPause: () => logo?.classList.remove('shown'),
    });
    if (logo) playing.element.append(logo);
    addControls(playing, { config: { ...config, source }, label, addressOf, library, iframeOf, say });
    figures = createFiguresPanel(playing, now, say);
    playing.element.append(figures.panel);
    figures.show(options.statistics);
    return playing;
  }

  const onVisibility = () => {
    if (!document.hidden && waiting) poll();
  };
  document.addEventListener('visibilitychange', onVisibility);
  const deafen = listenToKeyboard(
    place,
    () => stream,
    () => figures?.toggle(),
  );
  poll();
  return () => {
    isOver = true;
    clearTimeout(timer);
    noLongerIdle();
    document.removeEventListener('visibilitychange', onVisibility);
    deafen();
    figures?.end();
    stream?.end();
    card.remove();
    // The next player in this place may have other colors.
    for (const [name] of variables) place.style.removeProperty(name);
  };
}
