import { countdownTo } from '../player/countdown.ts';
import { isMatch } from '../website/matchChannelName.ts';
import { shareLinks } from '../website/shareLinks.ts';
import { texts } from '../website/texts.ts';
import { all, here, type SitePage, write } from './site/sitePage.ts';
import { hideMissingPictures, watchFigures } from './site/watchFigures.ts';
import { localeOf, type Translations, viewerLanguageOf } from './viewerLanguage.ts';

const TICK_MS = 1000;

/** Moments in the viewer's time and language, counted down; those that are gone are not announced any more. */
function countDown({ say, language, locale }: SitePage) {
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
      const left = countdownTo(place.dataset.starts ?? '', Date.now());
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

/** What leads to a page of its own, or to nothing without this script, opens a dialog where the page has one. */
function openDialogs() {
  for (const opener of all('[data-opens]')) {
    const dialog = document.getElementById(opener.dataset.opens ?? '');
    if (!(dialog instanceof HTMLDialogElement)) continue;
    opener.setAttribute('aria-haspopup', 'dialog');
    opener.addEventListener('click', (event) => {
      // In another tab a link is what it is.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      dialog.showModal();
    });
  }
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('[data-closes]')?.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close(); // beside it
    });
  }
}

/** The address is that of the page as it was opened. */
function fillShare({ say }: SitePage) {
  const links = shareLinks(here(), document.querySelector('h1')?.textContent ?? '');
  for (const { id, href } of links) document.querySelector(`[data-share="${id}"]`)?.setAttribute('href', href);
  const field = document.querySelector<HTMLInputElement>('[data-address]');
  if (!field) return;
  field.value = here();
  const copy = document.querySelector('[data-copies]');
  copy?.addEventListener('click', () => {
    field.select();
    // Without a secure address, and in a frame, there is no other way.
    if (document.execCommand('copy')) write(copy.querySelector('span'), say(texts.copied));
  });
}

/** The field above a long list leaves those whose names match. */
function searchChannels({ say, language }: SitePage) {
  const field = document.querySelector<HTMLInputElement>('#search');
  const items = all('#list > li');
  field?.addEventListener('input', () => {
    for (const item of items) item.hidden = !isMatch(item.querySelector('.name')?.textContent ?? '', field.value);
    const { length } = items.filter(({ hidden }) => !hidden);
    const status = document.querySelector<HTMLElement>('[data-matches]');
    if (status) status.lang = language;
    const found = length === 0 ? say(texts.unmatched) : `${say(texts.channels)}: ${length}`;
    write(status, field.value.trim() === '' ? '' : found);
  });
}

declare const __VIEWER_TEXTS__: Translations;

/** `playersite/website.js`: what a page of the website does beside playing. It is all there before, but for what moves. */
const { say, language } = viewerLanguageOf(__VIEWER_TEXTS__, navigator.languages);
const locale = localeOf(language, navigator.languages);
const page: SitePage = { say, language, locale };

function translate() {
  for (const element of all('[data-word]')) {
    const english = element.textContent ?? '';
    const text = say(english);
    write(element, text);
    // The page itself is in whatever language its operator writes.
    if (text !== english) element.lang = language;
  }
}

// A link within the page would lead out of a frame.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('about')?.focus();
});

hideMissingPictures();
translate();
openDialogs();
fillShare(page);
searchChannels(page);
countDown(page);
watchFigures(page);
