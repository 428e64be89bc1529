import { licenseOf } from '../../media/stored/licenses.ts';
import { html, type Markup, raw, safeLink } from '../markup.ts';
import { stillAddress } from '../player/config.ts';
import { LIBRARY } from '../webRootFilePaths.ts';
import { SEARCHED_FROM } from './matchChannelName.ts';
import type { WebsiteSettings } from './settings.ts';
import { type ListedChannel, NOTES, noteFile, pageFile, posterOf, RSS_FILE, type WebsitePage } from './templateData.ts';
import { word } from './texts.ts';

/** Independent of browser and time zone, until the script knows the viewer's. */
const utcOf = (startsAt: string) => `${new Date(startsAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The script hides past times, as the file is static. */
const moment = (startsAt: string) =>
  html`<time datetime="${startsAt}">${utcOf(startsAt)}</time> <span class="countdown" hidden></span>`;

function startOfChannel({ channel }: WebsitePage): Markup {
  const { startsAt } = channel.player;
  return startsAt === ''
    ? raw('')
    : html`<p class="starts" data-starts="${startsAt}">${word('starts')}: ${moment(startsAt)}</p>`;
}

/** Earliest first; nothing if only this page's channel has an announced start. */
export function scheduleSection({ channel, channels }: WebsitePage): Markup {
  const announced = channels
    .filter(({ player }) => player.startsAt !== '')
    .toSorted((a, b) => Date.parse(a.player.startsAt) - Date.parse(b.player.startsAt));
  if (announced.every(({ id }) => id === channel.id)) return raw('');
  return html`<section class="schedule wide" aria-labelledby="schedule">
        <h2 id="schedule">${word('schedule')}</h2>
        <ol>
          ${announced.map(
            ({ id, name, player }) => html`<li data-starts="${player.startsAt}">
            <a href="${pageFile({ id })}">${name}</a>
            <span>${moment(player.startsAt)}</span>
          </li>`,
          )}
        </ol>
      </section>`;
}

const nothing = raw('');

const opener = (dialog: string, label: Markup) =>
  html`<button type="button" class="scripted" data-opens="${dialog}" aria-haspopup="dialog">${label}</button>`;

const figure = (name: 'now' | 'total' | 'time') =>
  html`<div hidden><dt>${word(name)}</dt><dd data-figure="${name}">–</dd></div>`;

const injection = (markup: Markup) => (markup.markup === '' ? nothing : html`<div class="injected">${markup}</div>`);

function license(stored: string): Markup {
  const license = licenseOf(stored);
  if (license?.link == null) return nothing;
  const badge =
    license.badge === null
      ? html`${license.id}`
      : html`<img src="${LIBRARY}licenses/${license.badge}.svg" alt="${license.id}" width="88" height="31" loading="lazy">`;
  return html`<p class="license"><span>${word('license')}:</span> <a href="${license.link}" target="_blank" rel="license noopener noreferrer" title="${license.id}">${badge}</a></p>`;
}

function authorOf({ channel: { author } }: WebsitePage): Markup {
  if (author.description.trim() === '')
    return author.name === '' ? nothing : html`<p class="author">${author.name}</p>`;
  return html`<p class="author">${opener('creator', author.name === '' ? word('author') : html`${author.name}`)}</p>`;
}

export function aboutSection(page: WebsitePage, injected: Markup): Markup {
  const { settings, channel } = page;
  const { name, description } = channel;
  return html`<article class="wide" id="about" tabindex="-1">
        <div class="title">
          <div>
            <h1 id="channel-name">${name}</h1>
            ${authorOf(page)}
          </div>
          ${settings.share ? opener('share', word('share')) : nothing}
        </div>
        <div class="status" data-channel="${channel.id}" data-shown>
          <span class="live" hidden>${word('live')}</span>
          <dl class="figures">
            ${(['now', 'total', 'time'] as const).map(figure)}
          </dl>
        </div>
        ${startOfChannel(page)}
        ${description === '' ? nothing : html`<p class="text">${description}</p>`}
        ${injected.markup === '' ? nothing : html`<hr>${injection(injected)}<hr>`}
        ${license(channel.license)}
      </article>`;
}

/** Snapshots are updated while the channel is live; the operator's image stays. */
function thumbnail(channel: ListedChannel): Markup {
  const poster = safeLink(posterOf(channel));
  const fresh = poster === stillAddress(channel) ? poster : '';
  const [initial = ''] = channel.name.trim();
  return html`<span class="picture" data-initial="${initial}"><img src="${poster}" alt="" loading="lazy" data-snapshot="${fresh}"><span class="live" hidden>${word('live')}</span><span class="off" hidden>${word('offline')}</span></span>`;
}

const card = (listed: ListedChannel, current: string) => html`<li>
            <a class="card" href="${pageFile(listed)}" data-channel="${listed.id}"${listed.id === current ? raw(' aria-current="page"') : nothing}>
              ${thumbnail(listed)}
              <span class="name">${listed.name}</span>
              <span class="views" hidden>${word('views')}: <span data-figure="total"></span></span>
            </a>
          </li>`;

const search = html`<div class="search scripted">
            <label for="search">${word('search')}</label>
            <input type="search" id="search" autocomplete="off" spellcheck="false" aria-controls="list">
            <p role="status" data-matches></p>
          </div>`;

/** Nothing for a single channel. @param injected inserted above the list */
export function channelList({ channels, channel }: WebsitePage, injected: Markup): Markup {
  const above = injected.markup === '' ? nothing : html`<div class="wide">${injection(injected)}</div>`;
  if (channels.length < 2) return above;
  return html`${above}
      <nav class="wide" aria-labelledby="channels">
          <div class="list-head">
            <h2 id="channels">${word('channels')}</h2>
            ${channels.length < SEARCHED_FROM ? nothing : search}
          </div>
          <ul id="list">${channels.map((listed) => card(listed, channel.id))}</ul>
        </nav>`;
}

/** Links to notes, which the script opens as dialogs. `label` distinguishes it from the footer of an outer page. */
export function footer(settings: WebsiteSettings, label: string): Markup {
  const notes = NOTES.filter((note) => settings[note].trim() !== '');
  return html`<footer class="wide" aria-label="${label}">
      ${settings.support ? html`<p>${word('software')} Sluice</p>` : html`<p></p>`}
      ${notes.map((note) => html`<a href="${noteFile(note)}" data-opens="${note}">${word(note)}</a>\n      `)}
      <a href="${RSS_FILE}" type="application/rss+xml">RSS</a>
    </footer>`;
}
