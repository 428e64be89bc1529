import { analyticsScript } from '../analytics.ts';
import { html, type Markup, raw, safeLink } from '../markup.ts';
import { streamAddress } from '../player/config.ts';
import { policyOf } from '../player/contentSecurityPolicy.ts';
import { CLAPPR, type GeneratedFile, LIBRARY } from '../webRootFilePaths.ts';
import { colorStyle } from './colors.ts';
import { type FrameMode, machineHead } from './headMetadata.ts';
import { aboutSection, channelList, footer, scheduleSection } from './pageSections.ts';
import { sanitizeLegalText } from './sanitizeLegalText.ts';
import type { WebsiteSettings } from './settings.ts';
import { shareLinks } from './shareLinks.ts';
import {
  addressOfFile,
  countedBy,
  MAIN_FILE,
  NOTES,
  type Note,
  noteFile,
  pageAddress,
  posterOf,
  type WebsitePage,
} from './templateData.ts';
import { texts, word } from './texts.ts';

/** Policy of a text page: one script, no media, no requests. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' http: https:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function notePage({ address, settings }: WebsitePage, note: Note): GeneratedFile {
  const { title } = settings;
  const { markup } = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${POLICY}">
    <title>${title === '' ? texts[note] : `${texts[note]} · ${title}`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="canonical" href="${addressOfFile(address, noteFile(note))}">
    <link rel="icon" href="favicon.ico">
    ${look(settings)}
  </head>
  <body>
    ${banner(settings)}
    <main>
      <article class="paper wide">
        <h1>${word(note)}</h1>
        <div class="note">${sanitizeLegalText(settings[note], 2)}</div>
        <p><a href="${MAIN_FILE}">${word('home')}</a></p>
      </article>
    </main>
    ${footer(settings, title || texts[note])}
    <script src="playersite/website.js" defer></script>
  </body>
</html>
`;
  return { path: `/${noteFile(note)}`, body: markup };
}

export const notePages = (main: WebsitePage): GeneratedFile[] =>
  NOTES.filter((note) => main.settings[note].trim() !== '').map((note) => notePage(main, note));

/** Opened by the page's script; invisible without it. */
const dialog = (id: string, title: Markup, body: Markup) => html`<dialog id="${id}" aria-labelledby="${id}-title">
      <div class="dialog-head">
        <h2 id="${id}-title">${title}</h2>
        <button type="button" data-closes>${word('close')}</button>
      </div>
      ${body}
    </dialog>`;

function dialogs(page: WebsitePage): Markup {
  const { settings, channel } = page;
  const { author } = channel;
  const own = pageAddress(page);
  const share = html`<ul class="share">
        ${shareLinks(own, channel.name).map(({ id, name, href }) => html`<li><a href="${href}" data-share="${id}" target="_blank" rel="noopener noreferrer">${name}</a></li>`)}
      </ul>
      <label>${word('address')}<input type="text" readonly value="${own}" data-address></label>
      <button type="button" data-copies>${word('copy')}</button>`;
  const creator = html`<p class="text">${author.description}</p>`;
  return html`${[
    settings.share ? dialog('share', word('shareOn'), share) : raw(''),
    author.description.trim() === ''
      ? raw('')
      : dialog('creator', author.name === '' ? word('author') : html`${author.name}`, creator),
    ...NOTES.filter((note) => settings[note].trim() !== '').map((note) =>
      dialog(note, word(note), html`<div class="note">${sanitizeLegalText(settings[note])}</div>`),
    ),
  ]}`;
}

const UNSCRIPTED = raw('<noscript><style>.scripted { display: none; }</style></noscript>');

export const look = (settings: WebsiteSettings): Markup => html`<link rel="stylesheet" href="playersite/website.css">
    ${colorStyle(settings)}
    ${UNSCRIPTED}`;

const imageOf = (address: string) => safeLink(address.replace(/^\/+(?!\/)/, ''));

const image = (name: string, address: string): Markup =>
  address === '' ? raw('') : html`<img class="${name}" src="${address}" alt="">`;

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

/** At the end of the page, so that its content does not wait for the player's styles. */
const playerFiles = (
  isClappr: boolean,
) => html`${isClappr ? raw('') : html`<link rel="stylesheet" href="${LIBRARY}video-js.min.css">`}
    <link rel="stylesheet" href="${LIBRARY}player.min.css">`;

const stage = ({ channel }: WebsitePage) => html`<div class="stage">
        <div id="player">
          <img class="still" src="${safeLink(posterOf(channel))}" alt="" fetchpriority="high">
          <noscript><p>This player needs JavaScript. <a href="${streamAddress(channel)}">Open the stream in another app</a></p></noscript>
        </div>
      </div>`;

/** Our own template. Inserts the operator's injections only if framed. */
export function defaultPage(page: WebsitePage, place: FrameMode): string {
  const { settings, channel } = page;
  const inject = (markup: string) => (place === 'framed' ? raw(markup) : raw(''));
  const isClappr = channel.player.player === 'clappr';
  const analytics = countedBy(page);
  return html`<!doctype html>
<html lang="en">
  <head>
    ${place === 'alone' ? html`<meta http-equiv="Content-Security-Policy" content="${policyOf(channel.player, analytics !== null)}">` : raw('')}
    ${machineHead(page)}
    ${look(settings)}
    ${inject(settings.inject1)}
  </head>
  <body>
    <a class="skip" href="#about">${word('skip')}</a>
    ${banner(settings)}
    <main aria-labelledby="channel-name">
      ${stage(page)}
      ${aboutSection(page, inject(settings.inject3))}
      ${scheduleSection(page)}
      ${channelList(page, inject(settings.inject2))}
    </main>
    ${footer(settings, settings.title || channel.name)}
    ${dialogs(page)}
    ${playerFiles(isClappr)}
    <script src="channels/${channel.id}/config.js" defer></script>
    <script src="playersite/player.js" defer></script>
    <script src="${isClappr ? CLAPPR : `${LIBRARY}video.min.js`}" defer></script>
    <script src="playersite/website.js" defer></script>
    ${place === 'alone' ? analyticsScript(analytics, channel.name) : raw('')}${inject(settings.inject4)}
  </body>
</html>
`.markup;
}
