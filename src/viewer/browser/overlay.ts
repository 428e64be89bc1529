import type { PlayerConfig } from '../player/config.ts';
import { linkTo, made } from './elements.ts';
import type { Say } from './stream.ts';

/** In one corner of the video, for as long as it has the class `shown`. null when there is none. */
export function logoOf({ image, position, link }: PlayerConfig['logo'], addressOf: (path: string) => string) {
  if (image === '') return null;
  const img = document.createElement('img');
  // Of our own files the core and the browser keep copies for minutes; a blob is one that was just picked.
  img.src = /^(https?|blob):/.test(image) ? image : `${addressOf(image)}?${Date.now()}`;
  img.alt = '';
  const logo = made('div', `watch-logo watch-logo-${position}`);
  if (link === '') logo.append(img);
  else {
    const way = linkTo(link, '', img);
    way.setAttribute('aria-label', new URL(link).host);
    logo.append(way);
  }
  // An image that is not there any more leaves no broken sign behind.
  img.addEventListener('error', () => logo.remove());
  return logo;
}

/** The button and the panel that it opens. null when no license is stated. */
export function informationOf({ license, title, author, link }: PlayerConfig['license'], say: Say) {
  if (license === 'none' || license === '') return null;
  const panel = made('div', 'watch-information');
  panel.id = `information-${Math.random().toString(36).slice(2)}`;
  panel.hidden = true;
  if (title !== '') panel.append(made('p', 'watch-information-title', title));
  if (author !== '') panel.append(made('p', '', author));
  panel.append(made('p', '', `${say('License')}: `, link === '' ? license : linkTo(link, '', license)));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'vjs-control vjs-button watch-information-button';
  button.title = say('About this stream');
  button.setAttribute('aria-label', say('About this stream'));
  button.setAttribute('aria-controls', panel.id);
  const show = (shown: boolean) => {
    panel.hidden = !shown;
    button.setAttribute('aria-expanded', String(shown));
  };
  show(false);
  button.addEventListener('click', () => show(panel.hidden !== false));
  for (const element of [button, panel]) {
    element.addEventListener('keydown', (event) => {
      // The player has keys of its own: a link is not the button to pause with.
      event.stopPropagation();
      if (event.key !== 'Escape' || panel.hidden) return;
      show(false);
      button.focus();
    });
  }
  return { button, panel };
}
