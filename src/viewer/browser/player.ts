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

/** How the playback is doing, every second, for who asked. `now`: the server's clock in ms. */
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
  /** As config.js has it; how it starts stands beside it. */
  config: PlayerConfig;
  /** Names the player for ears, and on the card. */
  label: string;
  /** Where relative addresses begin. */
  root: string;
}

interface Means {
  /** Rejects when it cannot be fetched; then it is asked again. */
  engine: () => Promise<PlayStream>;
  /** A text of `playerTexts` in `language`. */
  say: Say;
  language: string;
  /**
   * The interface provides these itself, from files of its own choice: its first screen needs as few files as possible.
   */
  colors: ReturnType<typeof colorVariables>;
  /** Where the files of the player lie, relative to the root. */
  library: string;
  iframeOf: typeof iframeOf;
  /** What the page asked for before; only pages of the player have it. */
  headStart?: HeadStart | null;
}

/** With the first segment there is a playlist: who waits sees the picture within three seconds of it. */
const AGAIN_MS = 2000;
/** A viewer who has not pressed Play yet is told within this time that there is nothing to play any more. */
const IDLE_MS = 10_000;
/** A page that was there a moment ago is asked for once in so many times. */
const PAGE_EVERY = 8;
/** One failure is a playlist that has just changed; this many in a row are a stream that this browser cannot play. */
const FAILURES = 3;
const PATIENCE_MS = 8000;

/** A playlist that was asked for longer ago is another one by now. */
const FRESH_MS = 10_000;

interface PlaylistAnswer {
  answer: StreamAnswer;
  /** What the server's clock shows when `performance.now()` is 0, in ms; null: it does not say. */
  ahead: number | null;
  /** The playlist that grows with the stream: of a master playlist, its first rendition. */
  of: string;
}

/** Whether a stream is still there. Without the number by which the core counts a viewer: who only asks is none. */
async function askAgain(of: string): Promise<StreamAnswer> {
  const address = new URL(of);
  address.searchParams.delete('session');
  try {
    const { status, headers } = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return answerOf(status, headers);
  } catch {
    return 'away';
  }
}

/** What the playlist's address answers, or has answered; that is among the replies from then on. `plays`: it is seen already. */
async function ask(source: string, replies: Replies, plays: boolean): Promise<PlaylistAnswer> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  const replyOf = (address: string, method: 'GET' | 'HEAD') =>
    replies.get(address) ?? fetchReply(address, { method, cache: 'no-store', signal: patience.signal });
  try {
    const reply = await replyOf(source, 'GET');
    // The engine reads the same playlist: for whom a server makes one, that one is counted as one viewer.
    replies.set(source, Promise.resolve(reply));
    const { status, headers, begun, ms, url } = reply;
    const ahead = Date.parse(headers.get('date') ?? '') - (begun + ms / 2);
    const [rendition] = renditionAddressesIn(textOf(reply));
    const of = rendition === undefined ? source : new URL(rendition, url).href;
    // A master playlist may be written once, and then grows old while the stream goes on. One that was never written is
    // made up by an edge, which knows nothing of the stream and counts who gets what it names: so that is not fetched.
    const written = headers.has('last-modified');
    const isVague = ageMsOf(headers) === null || answerOf(status, headers) === 'offline';
    const told = rendition !== undefined && isVague ? await replyOf(of, written ? 'GET' : 'HEAD') : reply;
    const old = plays ? undefined : oldAfter(textOf(told));
    return { answer: answerOf(told.status, told.headers, old), ahead: Number.isNaN(ahead) ? null : ahead, of };
  } catch {
    return { answer: 'away', ahead: null, of: source }; // no connection, or no answer in time
  } finally {
    clearTimeout(timer);
  }
}

/** A stream that is offline may be deleted, and its page with it. Where that cannot be checked, it counts as existing. */
async function isGone() {
  try {
    const { status } = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

/** A schedule is changed by people: who waits hears of it within a minute. */
const NEXT_EVERY_MS = 60_000;

/** When the channel begins by its schedule, asked for now and then; most channels have none, and '' stays. */
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
      } catch {
        // What was told before still holds.
      }
    },
  };
}

/** The public player in `place`, until the returned function is called. A stream that is away starts by itself later. */
export function startPlayer(place: HTMLElement, wanted: PlayerOptions, means: Means): () => void {
  const { config, label } = wanted;
  const { engine, say, language, library, iframeOf } = means;
  let headStart = means.headStart ?? null;
  const variables = Object.entries(means.colors);
  for (const [name, value] of variables) place.style.setProperty(name, value);
  const addressOf = (path: string) => new URL(path, wanted.root).href;
  const sources = (config.sources ?? [config.source]).map(addressOf);
  let source = headStart?.source ?? sources[Math.floor(Math.random() * sources.length)] ?? '';
  // Of a snapshot browsers keep copies for minutes.
  const fresh = (path: string) => (/^(https?|blob):/.test(path) ? path : `${addressOf(path)}?t=${Date.now()}`);
  /** '': there is none. */
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
  /** What was seen last. */
  let last: HTMLCanvasElement | string | null = poster === '' ? null : poster;
  let stream: PlayerStream | null = null;
  let figures: ReturnType<typeof createFiguresPanel> | null = null;
  let autoplay: 'muted' | 'any' | false = wanted.autoplay ? 'muted' : false;
  let muted = wanted.mute;
  let failures = 0;
  /** The newest segment when the picture began to stand still. */
  let newest: number | null = null;
  let waiting = false;
  let asking = false;
  let over = false;
  let offline = 0;
  /** Edges that were asked one after the other, in vain. */
  let missed = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idling: ReturnType<typeof setInterval> | undefined;

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, AGAIN_MS);
  };
  /** Another edge may answer, or have a place. false: all of them were asked. */
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
    // A waiting viewer wants the picture, but no sound without asking.
    if (autoplay === false) autoplay = 'muted';
  };

  async function look() {
    // A hidden page does not go on asking; it looks at once when it is seen again.
    if (asking || over || (waiting && document.hidden)) return;
    asking = true;
    const isFresh = headStart !== null && performance.now() - headStart.begun < FRESH_MS;
    const replies: Replies = (isFresh ? headStart?.replies : null) ?? new Map();
    headStart = null;
    const [asked, found] = await Promise.all([ask(source, replies, stream !== null), engine().catch(() => null)]);
    ahead = asked.ahead ?? ahead;
    const isAbsent = asked.answer === 'offline';
    if (isAbsent) await next.look();
    const gone = isAbsent && offline % PAGE_EVERY === 0 && (await isGone());
    offline = isAbsent && !gone ? offline + 1 : 0;
    const reason = found === null ? 'away' : gone ? 'gone' : asked.answer;
    asking = false;
    if (over) return;
    waiting = reason !== 'there';
    // A viewer who is watching keeps the slot.
    if (reason === 'full' && stream !== null) return;
    if (found !== null && reason === 'there') {
      missed = 0;
      if (failures > 0) leave();
      if (failures < FAILURES) card.hide();
      if (stream === null) {
        stream = play(found, replies);
        // The engine asks for nothing before Play is pressed.
        idling = setInterval(checkIdle, IDLE_MS, asked.of);
      }
    } else if (reason !== 'there') {
      leave();
      if (reason !== 'offline' && reason !== 'gone' && turn()) {
        look();
        return;
      }
      card.show(reason, last);
      later();
    }
  }

  async function checkIdle(of: string) {
    if (document.hidden || asking) return;
    const idle = idling;
    const answer = await askAgain(of);
    if (idle === idling && (answer === 'offline' || answer === 'away')) look();
  }

  function play(found: PlayStream, replies: Replies): PlayerStream {
    const logo = logoOf(config.logo, addressOf);
    const begun = found(place, label, {
      ...{ source, replies, poster, autoplay, muted, language, say, library: addressOf(library) },
      onStill(seconds) {
        newest ??= begun.newest();
        if (isStuck(seconds, begun.newest(), newest)) {
          newest = null;
          begun.reload();
        } else look();
      },
      onError() {
        failures += 1;
        if (failures >= FAILURES) card.show('unplayable', last);
        if (failures === 1) look();
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
    if (logo) begun.element.append(logo);
    addControls(begun, { config: { ...config, source }, label, addressOf, library, iframeOf, say });
    figures = createFiguresPanel(begun, now, say);
    begun.element.append(figures.panel);
    figures.show(wanted.statistics);
    return begun;
  }

  const seen = () => {
    if (!document.hidden && waiting) look();
  };
  document.addEventListener('visibilitychange', seen);
  const deafen = listenToKeyboard(
    place,
    () => stream,
    () => figures?.toggle(),
  );
  look();
  return () => {
    over = true;
    clearTimeout(timer);
    noLongerIdle();
    document.removeEventListener('visibilitychange', seen);
    deafen();
    figures?.end();
    stream?.end();
    card.remove();
    // The next player here may have none.
    for (const [name] of variables) place.style.removeProperty(name);
  };
}
