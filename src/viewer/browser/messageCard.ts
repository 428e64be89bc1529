import { countdownTo } from '../player/countdown.ts';
import type { StreamAnswer } from '../player/playbackRecovery.ts';
import { makeElement } from './makeElement.ts';
import type { Say } from './stream/playerStreamTypes.ts';

export type CardReason = Exclude<StreamAnswer, 'there'> | 'unplayable' | 'gone';

const words = (say: Say): Record<CardReason, [title: string, text: string]> => ({
  offline: [say('This stream is offline.'), say('Playback starts when the stream goes live.')],
  gone: [say('This stream does not exist any more.'), ''],
  full: [say('Viewer limit reached.'), say('The server accepts no more viewers right now. Retrying automatically.')],
  away: [say('The connection was lost.'), say('The server cannot be reached. Retrying automatically.')],
  unplayable: [say('This browser cannot play the stream.'), say('Try another browser or app. Retrying automatically.')],
});

interface CardOptions {
  label: string;
  startsAt: () => string;
  /** The server's clock, in milliseconds since 1970. */
  now: () => number;
  say: Say;
  locale: string;
}

type Picture = HTMLCanvasElement | string;

const TICK_MS = 1000;

/** After this delay, a late stream counts as offline instead of starting soon. */
const SOON_MS = 10 * 60_000;

export function createCard(place: HTMLElement, { label, startsAt, now, say, locale }: CardOptions) {
  const picture = makeElement('div', 'watch-card-picture');
  const message = makeElement('div', 'watch-card-message');
  // Created at once, so that screen readers announce changes; the countdown is not announced.
  message.setAttribute('role', 'status');
  const timer = makeElement('div', 'watch-card-timer');
  timer.setAttribute('role', 'timer');
  const card = makeElement('div', 'watch-card', picture, message, timer);
  place.append(card);
  let ticking: ReturnType<typeof setInterval> | undefined;
  let current: Picture | null = null;
  /** Prevents a repeated announcement, as the card is shown again every two seconds. */
  let announced = '';

  const date = () =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(startsAt()));
  const tick = () => {
    if (document.hidden) return;
    const left = countdownTo(startsAt(), now());
    if (left === null) {
      stop();
      return;
    }
    const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
    timer.replaceChildren(
      makeElement('p', 'watch-card-text', say('Starts in')),
      makeElement('p', 'watch-card-clock', left.days > 0 ? `${days.format(left.days)} ${left.clock}` : left.clock),
    );
  };
  function stop() {
    clearInterval(ticking);
    ticking = undefined;
    timer.replaceChildren();
  }
  function paint(shown: Picture | null) {
    if (shown === current) return;
    current = shown;
    picture.replaceChildren();
    if (shown === null) return;
    if (typeof shown !== 'string') {
      picture.append(shown);
      return;
    }
    const image = document.createElement('img');
    image.alt = '';
    // Waits for the image, so that one that never loads leaves the card unchanged.
    image.addEventListener('load', () => {
      if (current === shown) picture.replaceChildren(image);
    });
    image.src = shown;
  }

  return {
    show(reason: CardReason, last: Picture | null) {
      const counts = reason === 'offline' && countdownTo(startsAt(), now()) !== null;
      const isLate = reason === 'offline' && !counts && now() < Date.parse(startsAt()) + SOON_MS;
      const [title, text] = isLate ? [say('Starts soon.'), ''] : words(say)[reason];
      // Before the announced time, being offline is not worth a message.
      const parts = (counts ? [label, '', date()] : [label, title, text]).map(
        (words, i) => [words, PARTS[i] ?? ''] as const,
      );
      if (announced !== parts.join('\n')) {
        announced = parts.join('\n');
        message.replaceChildren(
          ...parts
            .filter(([words]) => words !== '')
            .map(([words, part]) => makeElement('p', `watch-card-${part}`, words)),
        );
      }
      paint(reason === 'gone' ? null : last);
      if (!counts) stop();
      else if (ticking === undefined) {
        ticking = setInterval(tick, TICK_MS);
        tick();
      }
      card.classList.add('shown');
    },
    hide() {
      stop();
      paint(null);
      card.classList.remove('shown');
      announced = '';
      message.replaceChildren();
    },
    remove() {
      stop();
      card.remove();
    },
  };
}

const PARTS = ['name', 'title', 'text'] as const;
