import { msg } from '../../i18n/msg.ts';
import { CLAPPR, LIBRARY } from '../file.ts';
import { html, raw, safeLink } from '../markup.ts';
import { policyOf } from '../player/policy.ts';
import { about, channelList, footer } from './body.ts';
import type { WebsitePage } from './data.ts';
import { dialogs } from './dialogs.ts';
import { type Framing, machineHead } from './head.ts';
import { parseWebsiteSettings, type WebsiteSettings } from './settings.ts';
import { word } from './texts.ts';

/** Where nobody has chosen any: what is stored then is what another product begins with. */
const OURS: Colors = {
  textcolor_title: '#ffffff',
  textcolor_default: '#e9eff0',
  textcolor_link: '#37c871',
  textcolor_link_hover: '#ffffff',
  bgcolor_default: '#101416',
  bgcolor_header: '#171d20',
  bgcolor_selected: '#1f272b',
  bgcolor_unselected: 'rgba(255,255,255,.05)',
  hrcolor: '#2b363b',
};

type Colors = Pick<
  WebsiteSettings,
  | 'textcolor_title'
  | 'textcolor_default'
  | 'textcolor_link'
  | 'textcolor_link_hover'
  | 'bgcolor_default'
  | 'bgcolor_header'
  | 'bgcolor_selected'
  | 'bgcolor_unselected'
  | 'hrcolor'
>;

const UNTOUCHED: Colors = parseWebsiteSettings({});

const isColor = (key: string): key is keyof Colors => key in OURS;

/** The colors of the page: the operator's, all of them, as soon as one was chosen. */
export const colorsOf = (settings: WebsiteSettings): Colors =>
  Object.keys(OURS)
    .filter(isColor)
    .every((key) => settings[key] === UNTOUCHED[key])
    ? OURS
    : settings;

/** Colors were read as colors (settings.ts): nothing else can come of them. */
const colors = (chosen: Colors) => html`<style>
      :root {
        --title: ${raw(chosen.textcolor_title)};
        --text: ${raw(chosen.textcolor_default)};
        --link: ${raw(chosen.textcolor_link)};
        --link-hover: ${raw(chosen.textcolor_link_hover)};
        --page: ${raw(chosen.bgcolor_default)};
        --header: ${raw(chosen.bgcolor_header)};
        --selected: ${raw(chosen.bgcolor_selected)};
        --unselected: ${raw(chosen.bgcolor_unselected)};
        --line: ${raw(chosen.hrcolor)};
      }
    </style>`;

/**
 * Our own template. `framed`: the operator's injections are put in as they are, for a page that runs in a frame without
 * an origin; standing alone it takes none.
 */
export function defaultPage(page: WebsitePage, place: Framing): string {
  const { settings, channel, channels } = page;
  const inject = (markup: string) => (place === 'framed' ? raw(markup) : raw(''));
  const isClappr = channel.player.player === 'clappr';
  const background = safeLink(settings.bgimage_url.replace(/^\/+(?!\/)/, ''));
  return html`<!doctype html>
<html lang="en">
  <head>
    ${place === 'alone' ? html`<meta http-equiv="Content-Security-Policy" content="${policyOf(channel.player)}">` : raw('')}
    ${machineHead(page)}
    ${isClappr ? raw('') : html`<link rel="stylesheet" href="${LIBRARY}video-js.min.css">`}
    <link rel="stylesheet" href="${LIBRARY}player.min.css">
    <link rel="stylesheet" href="playersite/website.css">
    ${colors(colorsOf(settings))}
    ${inject(settings.inject1)}
  </head>
  <body>
    <a class="skip" href="#about">${word('skip')}</a>
    ${background === '' ? '' : html`<img class="backdrop" src="${background}" alt="">`}
    <header${settings.title === '' ? raw(' hidden') : raw('')}><a href="index.html">${settings.title}</a></header>
    <main class="${channels.length > 1 ? 'with-list' : ''}">
      <div class="stage">
        <div id="player"><noscript>${msg('This player needs JavaScript.')}</noscript></div>
      </div>
      ${about(page, inject(settings.inject3))}
      ${channelList(page, inject(settings.inject2))}
    </main>
    ${footer(settings)}
    ${dialogs(page, place)}
    <script src="channels/${channel.id}/config.js" defer></script>
    <script src="playersite/player.js" defer></script>
    <script src="${isClappr ? CLAPPR : `${LIBRARY}video.min.js`}" defer></script>
    <script src="playersite/website.js" defer></script>
    ${inject(settings.inject4)}
  </body>
</html>
`.markup;
}
