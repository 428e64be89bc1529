import { msg } from '../../i18n/msg.ts';
import { html, type Markup } from '../markup.ts';

/** What the website says by itself. The build puts the translations into its script. */
export const texts = {
  skip: msg('Skip the player'),
  now: msg('Viewers now'),
  total: msg('Viewers in total'),
  time: msg('Run time'),
  views: msg('Views'),
  live: msg('Live'),
  licence: msg('Licence'),
  channels: msg('Channels'),
  author: msg('About the author'),
  share: msg('Share'),
  shareOn: msg('Share this page'),
  address: msg('Address of this page'),
  copy: msg('Copy address'),
  copied: msg('Copied'),
  close: msg('Close'),
  imprint: msg('Imprint'),
  terms: msg('Terms'),
  software: msg('Made with'),
  unavailable: msg('This page is not there at the moment. Please load it again.'),
} as const;

/** In English until the page's script knows the viewer's language. */
export const word = (name: keyof typeof texts): Markup => html`<span data-word>${texts[name]}</span>`;
