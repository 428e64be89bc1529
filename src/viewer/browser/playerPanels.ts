import type { PlayerConfig } from '../player/config.ts';
import { createPopover, linkTo, makeElement, type Popover } from './makeElement.ts';
import type { Choices, Say } from './stream/playerStreamTypes.ts';

export function logoOf({ image, position, link }: PlayerConfig['logo'], addressOf: (path: string) => string) {
  if (image === '') return null;
  const img = document.createElement('img');
  // Core and browser cache our own files for minutes; a blob was just picked.
  img.src = /^(https?|blob):/.test(image) ? image : `${addressOf(image)}?${Date.now()}`;
  img.alt = '';
  const logo = makeElement('div', `watch-logo watch-logo-${position}`);
  if (link === '') logo.append(img);
  else {
    const way = linkTo(link, '', img);
    way.setAttribute('aria-label', new URL(link).host);
    logo.append(way);
  }
  // Hides the placeholder of a missing image.
  img.addEventListener('error', () => logo.remove());
  return logo;
}

export function informationPanelOf(
  { license, title, author, link, badge }: PlayerConfig['license'],
  badges: string,
  say: Say,
): Popover | null {
  if (license === 'none' || license === '') return null;
  return createPopover('about', say('About this stream'), (panel) => {
    panel.replaceChildren();
    if (title !== '') panel.append(makeElement('p', 'watch-panel-title', title));
    if (author !== '') panel.append(makeElement('p', '', author));
    const terms = link === '' ? license : linkTo(link, '', license);
    if (typeof terms !== 'string') terms.rel = 'license noopener noreferrer';
    panel.append(makeElement('p', '', `${say('License')}: `, terms));
    if (badge === undefined || badge === '') return;
    const image = document.createElement('img');
    image.className = 'watch-badge';
    image.alt = '';
    image.src = `${badges}${badge}.svg`;
    image.addEventListener('error', () => image.remove());
    panel.append(image);
  });
}

export function sharePanelOf(page: string, code: string, say: Say): Popover {
  return createPopover('share', say('Share'), (panel) => {
    const field = (label: string, value: string) => {
      const input = document.createElement('input');
      input.readOnly = true;
      input.value = value;
      input.addEventListener('focus', () => input.select());
      const copy = document.createElement('button');
      copy.type = 'button';
      copy.textContent = say('Copy');
      copy.setAttribute('aria-label', `${say('Copy')}: ${label}`);
      copy.addEventListener('click', () =>
        copyFrom(input).then((copied) => status.replaceChildren(copied ? say('Copied') : '')),
      );
      return [makeElement('label', 'watch-field', label, input), copy];
    };
    const status = makeElement('p', 'watch-panel-status');
    status.setAttribute('role', 'status');
    panel.replaceChildren(...field(say('Link'), page), ...field(say('Embed code (iframe)'), code), status);
  });
}

/** Fallback without https and in many frames, where the clipboard API is forbidden. */
async function copyFrom(input: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.focus();
    return false;
  }
}

export function choicePanelOf(
  icon: 'quality' | 'captions',
  texts: { label: string; none: string },
  read: () => Choices | null,
): Popover {
  return createPopover(icon, texts.label, (panel) => {
    const choices = read();
    if (choices === null) return;
    const group = `watch-${Math.random().toString(36).slice(2)}`;
    const options = [{ id: '', label: texts.none }, ...choices.list].map(({ id, label }) => {
      const radio = document.createElement('input');
      radio.type = 'radio';
      radio.name = group;
      radio.checked = id === choices.chosen;
      radio.addEventListener('change', () => choices.choose(id));
      return makeElement('label', 'watch-choice', radio, label);
    });
    panel.replaceChildren(...options);
  });
}
