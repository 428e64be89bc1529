import { msg } from '../../i18n/msg.ts';
import { LIBRARY } from '../file.ts';
import { html, raw, safeLink } from '../markup.ts';
import { POLICY } from '../player/page.ts';
import { about, channelList, footer } from './body.ts';
import type { WebsitePage } from './data.ts';
import { dialogs } from './dialogs.ts';
import { type Framing, machineHead } from './head.ts';
import type { WebsiteSettings } from './settings.ts';
import { word } from './texts.ts';

/** Colors were read as colors (settings.ts): nothing else can come of them. */
const colors = (settings: WebsiteSettings) => html`<style>
      :root {
        --title: ${raw(settings.textcolor_title)};
        --text: ${raw(settings.textcolor_default)};
        --link: ${raw(settings.textcolor_link)};
        --link-hover: ${raw(settings.textcolor_link_hover)};
        --page: ${raw(settings.bgcolor_default)};
        --header: ${raw(settings.bgcolor_header)};
        --selected: ${raw(settings.bgcolor_selected)};
        --unselected: ${raw(settings.bgcolor_unselected)};
        --line: ${raw(settings.hrcolor)};
      }
    </style>`;

/**
 * Our own template. `framed`: the operator's injections are put in as they are, for a page that runs in a frame without
 * an origin; standing alone it takes none.
 */
export function defaultPage(page: WebsitePage, place: Framing): string {
  const { settings, channel, channels } = page;
  const inject = (markup: string) => (place === 'framed' ? raw(markup) : raw(''));
  const background = safeLink(settings.bgimage_url.replace(/^\/+(?!\/)/, ''));
  return html`<!doctype html>
<html lang="en">
  <head>
    ${place === 'alone' ? html`<meta http-equiv="Content-Security-Policy" content="${POLICY}">` : raw('')}
    ${machineHead(page)}
    <link rel="stylesheet" href="${LIBRARY}video-js.min.css">
    <link rel="stylesheet" href="${LIBRARY}player.min.css">
    <link rel="stylesheet" href="playersite/website.css">
    ${colors(settings)}
    ${inject(settings.inject1)}
  </head>
  <body>
    <a class="skip" href="#about">${word('skip')}</a>
    ${background === '' ? '' : html`<img class="backdrop" src="${background}" alt="">`}
    <header><a href="index.html">${settings.title}</a></header>
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
    <script src="${LIBRARY}video.min.js" defer></script>
    <script src="playersite/website.js" defer></script>
    ${inject(settings.inject4)}
  </body>
</html>
`.markup;
}
