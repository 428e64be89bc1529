import { ingestId } from '../../api/ids.ts';
import { shareLinks } from '../website/share.ts';
import { texts } from '../website/texts.ts';
import { askedIn, runTime, type WidgetFigures, widgetFigures } from '../website/widget.ts';
import { type Translations, viewerLanguageOf } from './viewerLanguage.ts';

declare const __VIEWER_TEXTS__: Translations;

const EVERY_MS = 2000;
/** Beside the channel of the page: a website with fifty channels does not ask fifty questions at a time. */
const OTHERS_A_ROUND = 4;

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const write = (element: Element | null | undefined, text: string) => {
  if (element && element.textContent !== text) element.textContent = text;
};

const { say, language } = viewerLanguageOf(__VIEWER_TEXTS__, navigator.languages);

function translate() {
  for (const element of all('[data-word]')) {
    const english = element.textContent ?? '';
    const text = say(english);
    write(element, text);
    // The page itself is in whatever language its operator writes.
    if (text !== english) element.lang = language;
  }
}

/** Without query and fragment: also in a frame, where `location` is nobody's. */
const here = () => document.baseURI.replace(/[?#].*$/s, '');

function share() {
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

function dialogs() {
  for (const button of all('[data-opens]')) {
    const dialog = document.getElementById(button.dataset.opens ?? '');
    if (dialog instanceof HTMLDialogElement) button.addEventListener('click', () => dialog.showModal());
  }
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('[data-closes]')?.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close(); // beside it
    });
  }
}

async function ask(channel: string): Promise<WidgetFigures | null> {
  const address = new URL(`api/v3/widget/process/${encodeURIComponent(ingestId(channel))}`, here());
  try {
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(8000) });
    return answer.ok ? widgetFigures(await answer.json()) : null;
  } catch {
    return null; // shown as unknown
  }
}

/** Nobody yet, and what is not known, is no figure for the public. */
function showFigure(figure: HTMLElement, text: string) {
  write(figure, text);
  const whole = figure.closest<HTMLElement>('.figures > div');
  if (whole) whole.hidden = text === '–' || text === '0';
}

function show(channel: string, figures: WidgetFigures | null, format: Intl.NumberFormat) {
  const texts: Record<string, string> = figures
    ? {
        now: format.format(figures.now),
        total: format.format(figures.total),
        time: figures.uptime === 0 ? '–' : runTime(figures.uptime),
      }
    : { now: '–', total: '–', time: '–' };
  for (const place of all(`[data-channel="${CSS.escape(channel)}"]`)) {
    for (const figure of place.querySelectorAll<HTMLElement>('[data-figure]'))
      showFigure(figure, texts[figure.dataset.figure ?? ''] ?? '');
    const [live, views] = ['.live', '.views'].map((selector) => place.querySelector<HTMLElement>(selector));
    if (live) live.hidden = !figures || figures.uptime < 1;
    if (views) views.hidden = !figures || figures.total === 0;
  }
}

function watch() {
  const format = new Intl.NumberFormat(language);
  const shown = document.querySelector<HTMLElement>('.figures')?.dataset.channel;
  if (shown === undefined) return;
  const listed = all('nav [data-channel]').map(({ dataset }) => dataset.channel ?? '');
  const others = listed.filter((channel) => channel !== shown);
  let round = 0;
  let busy = false;
  const look = async () => {
    if (document.hidden || busy) return;
    busy = true;
    await Promise.all(
      askedIn(round, shown, others, OTHERS_A_ROUND).map(async (channel) => show(channel, await ask(channel), format)),
    );
    round += 1;
    busy = false;
  };
  setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  look();
}

// A link within the page would lead out of a frame.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('about')?.focus();
});
// An image that is not there leaves no broken sign.
for (const image of document.querySelectorAll('img')) {
  if (image.complete && image.naturalWidth === 0) image.remove();
  else image.addEventListener('error', () => image.remove());
}

translate();
dialogs();
share();
watch();
