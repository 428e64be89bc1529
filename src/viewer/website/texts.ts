import { msg } from '../../i18n/msg.ts';
import { html, type Markup } from '../markup.ts';

export const texts = {
  skip: msg('Skip the player'),
  now: msg('Watching now'),
  total: msg('Total viewers'),
  time: msg('Live for'),
  views: msg('Views'),
  live: msg('Live'),
  offline: msg('Offline'),
  starts: msg('Scheduled start'),
  startsIn: msg('Starts in'),
  schedule: msg('Coming up'),
  search: msg('Search channels'),
  unmatched: msg('No matching channels.'),
  home: msg('Home page'),
  license: msg('License'),
  channels: msg('Channels'),
  author: msg('About the author'),
  share: msg('Share'),
  shareOn: msg('Share this page'),
  address: msg('Link to this page'),
  copy: msg('Copy link'),
  copied: msg('Copied'),
  close: msg('Close'),
  imprint: msg('Imprint'),
  terms: msg('Terms'),
  software: msg('Made with'),
  unavailable: msg('This page is not available right now. Reload it to try again.'),
} as const;

/** English until the script knows the viewer's language. */
export const word = (name: keyof typeof texts): Markup => html`<span data-word>${texts[name]}</span>`;
