import type { PlayerConfig } from '../player/config.ts';
import { type Answer, answerOf, isStuck } from '../player/live.ts';
import { createCard, informationOf, logoOf } from './overlay.ts';
import { playStream, type Say, type Stream, type VideoJs } from './stream.ts';

interface Wanted {
  /** As config.js has it. */
  config: PlayerConfig;
  autoplay: boolean;
  mute: boolean;
  /** Names the player for ears, and on the card. */
  label: string;
  /** Where relative addresses begin. */
  root: string;
}

interface Means {
  /** Rejects when it cannot be fetched; then it is asked again. */
  library: () => Promise<VideoJs>;
  /** A text of `playerTexts` in `language`. */
  say: Say;
  language: string;
}

const AGAIN_MS = 4000;
/** One failure is a playlist that has just changed; this many in a row are a stream that this browser cannot play. */
const FAILURES = 3;
const PATIENCE_MS = 8000;

async function ask(source: string): Promise<Answer> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const { status, headers, body } = await fetch(source, { cache: 'no-store', signal: patience.signal });
    await body?.cancel();
    return answerOf(status, headers);
  } catch {
    return 'away'; // no connection, or no answer in time
  } finally {
    clearTimeout(timer);
  }
}

/** Who is offline may be gone for good: its page is then, too. Where that cannot be asked, it is taken to be there. */
async function isGone() {
  try {
    const { status } = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

/** The public player in `place`, until the returned function is called. A stream that is away starts by itself later. */
export function startPlayer(place: HTMLElement, wanted: Wanted, { library, say, language }: Means): () => void {
  const { config, label } = wanted;
  const addressOf = (path: string) => new URL(path, wanted.root).href;
  const source = addressOf(config.source);
  const card = createCard(place, say);
  let stream: Stream | null = null;
  let autoplay: 'muted' | 'any' | false = wanted.autoplay ? 'muted' : false;
  let muted = wanted.mute;
  let failures = 0;
  /** The newest segment when the picture began to stand still. */
  let newest: number | null = null;
  let waiting = false;
  let asking = false;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, AGAIN_MS);
  };
  const leave = () => {
    if (stream !== null) {
      muted = stream.muted();
      stream.end();
      stream = null;
      autoplay = 'any';
    }
    // Whoever waits wants to see it; nobody wants sound that he did not ask for.
    if (autoplay === false) autoplay = 'muted';
  };

  async function look() {
    // A hidden page does not go on asking; it looks at once when it is seen again.
    if (asking || over || (waiting && document.hidden)) return;
    asking = true;
    const [answer, found] = await Promise.all([ask(source), library().catch(() => null)]);
    const reason = found === null ? 'away' : answer === 'offline' && (await isGone()) ? 'gone' : answer;
    asking = false;
    if (over) return;
    waiting = reason !== 'there';
    // Who is in has a place.
    if (reason === 'full' && stream !== null) return;
    if (found !== null && reason === 'there') {
      if (failures > 0) leave();
      if (failures < FAILURES) card.hide();
      stream ??= play(found);
    } else if (reason !== 'there') {
      leave();
      card.show(reason, label);
      later();
    }
  }

  function play(found: VideoJs): Stream {
    const poster = addressOf(config.poster);
    const logo = logoOf(config.logo, addressOf);
    const begun = playStream(found, place, label, {
      source,
      // Of a snapshot browsers keep copies for minutes.
      poster: /^https?:/.test(config.poster) ? poster : `${poster}?t=${Date.now()}`,
      ...{ autoplay, muted, language, say },
      onStill(seconds) {
        newest ??= begun.newest();
        if (isStuck(seconds, begun.newest(), newest)) {
          newest = null;
          begun.reload();
        } else look();
      },
      onError() {
        failures += 1;
        if (failures >= FAILURES) card.show('unplayable', label);
        if (failures === 1) look();
        else later();
      },
      onPlaying() {
        failures = 0;
        newest = null;
        card.hide();
        logo?.classList.add('shown');
      },
      onPause: () => logo?.classList.remove('shown'),
    });
    if (logo) begun.element.append(logo);
    const information = informationOf(config.license, say);
    if (information) {
      begun.fullscreenButton?.before(information.button);
      begun.element.append(information.panel);
    }
    return begun;
  }

  const seen = () => {
    if (!document.hidden && waiting) look();
  };
  document.addEventListener('visibilitychange', seen);
  look();
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
    stream?.end();
    card.remove();
  };
}
