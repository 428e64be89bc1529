import { remainingUntil } from '../../player/countdown.ts';
import { texts } from '../../website/texts.ts';
import { all, type SitePage, write } from './domHelpers.ts';

const TICK_MS = 1000;

/** Moments in the viewer's time and language, counted down; those that are gone are not announced any more. */
export function countDown({ say, language, locale }: SitePage) {
  const announced = all('[data-starts]');
  if (announced.length === 0) return;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  for (const place of announced) {
    const time = place.querySelector('time');
    write(time, date.format(new Date(place.dataset.starts ?? '')));
    time?.setAttribute('lang', language);
  }
  const tick = () => {
    if (document.hidden) return;
    for (const place of announced) {
      const left = remainingUntil(place.dataset.starts ?? '', Date.now());
      place.hidden = left === null;
      const countdown = place.querySelector<HTMLElement>('.countdown');
      if (!countdown || left === null) continue;
      countdown.hidden = false;
      countdown.lang = language;
      write(countdown, `${say(texts.startsIn)} ${left.days > 0 ? `${days.format(left.days)} ` : ''}${left.clock}`);
    }
    for (const section of all('.schedule')) section.hidden = section.querySelector('li:not([hidden])') === null;
  };
  setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
  tick();
}
