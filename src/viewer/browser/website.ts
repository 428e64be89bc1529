import { countdownTo } from '../player/countdown.ts';
import { isMatch } from '../website/matchChannelName.ts';
import { shareLinks } from '../website/shareLinks.ts';
import { texts } from '../website/texts.ts';
import { all, here, type SitePage, write } from './site/sitePage.ts';
import { hideMissingPictures, watchFigures } from './site/watchFigures.ts';
import { localeOf, type Translations, viewerLanguageOf } from './viewerLanguage.ts';

const TICK_MS = 1000;

/** Shows future times in the viewer's time zone and language with a countdown, and hides past ones. */
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

/** Opens a dialog instead of following the link, if the page has one. */
function openDialogs() {
  for (const opener of all('[data-opens]')) {
    const dialog = document.getElementById(opener.dataset.opens ?? '');
    if (!(dialog instanceof HTMLDialogElement)) continue;
    opener.setAttribute('aria-haspopup', 'dialog');
    opener.addEventListener('click', (event) => {
      // Keeps modified clicks, such as opening a tab.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      dialog.showModal();
    });
  }
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('[data-closes]')?.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close();
    });
  }
}

function fillShare({ say }: SitePage) {
  const links = shareLinks(here(), document.querySelector('h1')?.textContent ?? '');
  for (const { id, href } of links) document.querySelector(`[data-share="${id}"]`)?.setAttribute('href', href);
  const field = document.querySelector<HTMLInputElement>('[data-address]');
  if (!field) return;
  field.value = here();
  const copy = document.querySelector('[data-copies]');
  copy?.addEventListener('click', () => {
    field.select();
    // Fallback without https and in frames.
    if (document.execCommand('copy')) write(copy.querySelector('span'), say(texts.copied));
  });
}

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

/** `playersite/website.js`: everything on a website page except the player. The page works without it. */
const { say, language } = viewerLanguageOf(__VIEWER_TEXTS__, navigator.languages);
const locale = localeOf(language, navigator.languages);
const page: SitePage = { say, language, locale };

function translate() {
  for (const element of all('[data-word]')) {
    const english = element.textContent ?? '';
    const text = say(english);
    write(element, text);
    // The rest of the page is in the operator's language.
    if (text !== english) element.lang = language;
  }
}

// In a frame, the link would leave the frame.
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
