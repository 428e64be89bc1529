import { html, type Markup, raw, safeLink } from '../markup.ts';
import { streamAddress } from '../player/config.ts';
import { policyOf } from '../player/contentSecurityPolicy.ts';
import { CLAPPR, LIBRARY } from '../webRootFilePaths.ts';
import { about, channelList, footer } from './body.ts';
import { colorStyle } from './colors.ts';
import { schedule } from './content/schedule.ts';
import { MAIN_FILE } from './content/websiteFileNames.ts';
import { dialogs } from './dialogs.ts';
import { type FrameMode, machineHead } from './headMetadata.ts';
import type { WebsiteSettings } from './settings.ts';
import { posterOf, type WebsitePage } from './templateData.ts';
import { word } from './texts.ts';

/** What needs the page's script is not offered where none runs. */
const UNSCRIPTED = raw('<noscript><style>.scripted { display: none; }</style></noscript>');

/** What all pages of the website begin with: their look, before anything is fetched for the player. */
export const look = (settings: WebsiteSettings): Markup => html`<link rel="stylesheet" href="playersite/website.css">
    ${colorStyle(settings)}
    ${UNSCRIPTED}`;

/** An image of the operator: a path below the web root, or an address elsewhere; '' for what is neither. */
const imageOf = (address: string) => safeLink(address.replace(/^\/+(?!\/)/, ''));

const image = (name: string, address: string): Markup =>
  address === '' ? raw('') : html`<img class="${name}" src="${address}" alt="">`;

/** The operator's images, and the name of the website with what is below it. */
export function banner({ title, headline, bgimage_url, logo, banner: across }: WebsiteSettings): Markup {
  const sign = image('logo', imageOf(logo));
  const none = title === '' && headline === '' && sign.markup === '';
  return html`${image('backdrop', imageOf(bgimage_url))}
    <header${none ? raw(' hidden') : raw('')}><div class="wide">
      ${title === '' ? sign : html`<a href="${MAIN_FILE}">${sign}${title}</a>`}
      ${headline === '' ? raw('') : html`<p>${headline}</p>`}
    </div></header>
    ${image('banner', imageOf(across))}`;
}

/** Behind the content, so that nobody waits for the player's own style with what there is to read. */
const playerFiles = (
  isClappr: boolean,
) => html`${isClappr ? raw('') : html`<link rel="stylesheet" href="${LIBRARY}video-js.min.css">`}
    <link rel="stylesheet" href="${LIBRARY}player.min.css">`;

/** The last image of the stream: it is there before the player is, and where no script runs. */
const stage = ({ channel }: WebsitePage) => html`<div class="stage">
        <div id="player">
          <img class="still" src="${safeLink(posterOf(channel))}" alt="" fetchpriority="high">
          <noscript><p>This player needs JavaScript. <a href="${streamAddress(channel)}">Open the stream in another app</a></p></noscript>
        </div>
      </div>`;

/**
 * Our own template. `framed`: the operator's injections are put in as they are, for a page that runs in a frame without
 * an origin; standing alone it takes none.
 */
export function defaultPage(page: WebsitePage, place: FrameMode): string {
  const { settings, channel } = page;
  const inject = (markup: string) => (place === 'framed' ? raw(markup) : raw(''));
  const isClappr = channel.player.player === 'clappr';
  return html`<!doctype html>
<html lang="en">
  <head>
    ${place === 'alone' ? html`<meta http-equiv="Content-Security-Policy" content="${policyOf(channel.player)}">` : raw('')}
    ${machineHead(page)}
    ${look(settings)}
    ${inject(settings.inject1)}
  </head>
  <body>
    <a class="skip" href="#about">${word('skip')}</a>
    ${banner(settings)}
    <main aria-labelledby="channel-name">
      ${stage(page)}
      ${about(page, inject(settings.inject3))}
      ${schedule(page)}
      ${channelList(page, inject(settings.inject2))}
    </main>
    ${footer(settings, settings.title || channel.name)}
    ${dialogs(page)}
    ${playerFiles(isClappr)}
    <script src="channels/${channel.id}/config.js" defer></script>
    <script src="playersite/player.js" defer></script>
    <script src="${isClappr ? CLAPPR : `${LIBRARY}video.min.js`}" defer></script>
    <script src="playersite/website.js" defer></script>
    ${inject(settings.inject4)}
  </body>
</html>
`.markup;
}
