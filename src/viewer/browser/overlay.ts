import type { PlayerConfig } from '../player/config.ts';
import type { Answer } from '../player/live.ts';
import type { Say } from './stream.ts';

/** An element with a class and children; texts are texts, never markup. */
function made(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

function linkTo(address: string, className: string, ...children: (Node | string)[]): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = className;
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.append(...children);
  return link;
}

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

type Reason = Exclude<Answer, 'there'> | 'unplayable' | 'gone';

const words = (say: Say): Record<Reason, [title: string, text: string]> => ({
  offline: [say('This stream is offline.'), say('It starts automatically when the stream goes live.')],
  gone: [say('This stream does not exist any more.'), ''],
  full: [say('Viewer limit reached.'), say('The server accepts no more viewers right now. Retrying automatically.')],
  away: [say('The connection was lost.'), say('The server cannot be reached. Retrying automatically.')],
  unplayable: [say('This browser cannot play the stream.'), say('Try another browser or app. Retrying automatically.')],
});

/** What stands in the place of the video, over all of the player. */
export function createCard(place: HTMLElement, say: Say) {
  const card = made('div', 'watch-card');
  // There from the start: what changes in it is read out.
  card.setAttribute('role', 'status');
  place.append(card);
  return {
    show(reason: Reason, label: string) {
      const [title, text] = words(say)[reason];
      card.replaceChildren(
        ...(label === '' ? [] : [made('p', 'watch-card-name', label)]),
        made('p', 'watch-card-title', title),
        ...(text === '' ? [] : [made('p', 'watch-card-text', text)]),
      );
      card.classList.add('shown');
    },
    hide() {
      card.classList.remove('shown');
      card.replaceChildren();
    },
    remove: () => card.remove(),
  };
}
