import { licenseOf } from '../../media/licenses.ts';
import { html, type Markup, raw, safeLink } from '../markup.ts';
import { pageFile, posterOf, type WebsitePage } from './data.ts';
import type { WebsiteSettings } from './settings.ts';
import { word } from './texts.ts';

const nothing = raw('');

/** A button that opens the dialog of this id. */
const opener = (dialog: string, label: Markup) =>
  html`<button type="button" data-opens="${dialog}" aria-haspopup="dialog">${label}</button>`;

const figure = (name: 'now' | 'total' | 'time') =>
  html`<div hidden><dt>${word(name)}</dt><dd data-figure="${name}">–</dd></div>`;

/** What is said of the channel. `injected`: below the text, between two lines. */
export function about({ settings, channel }: WebsitePage, injected: Markup): Markup {
  const { name, description, author, license } = channel;
  const known = licenseOf(license);
  const creator = author.description.trim() !== '';
  return html`<article id="about" tabindex="-1">
        <div class="title">
          <div>
            <h1>${name}</h1>
            ${author.name === '' && !creator ? nothing : html`<p class="author">${creator ? opener('creator', author.name === '' ? word('author') : html`${author.name}`) : author.name}</p>`}
          </div>
          ${settings.share ? opener('share', word('share')) : nothing}
        </div>
        <dl class="figures" data-channel="${channel.id}">
          ${(['now', 'total', 'time'] as const).map(figure)}
        </dl>
        ${description === '' ? nothing : html`<p class="text">${description}</p>`}
        ${injected.markup === '' ? nothing : html`<hr><div class="injected">${injected}</div><hr>`}
        ${known?.link ? html`<p class="license">${word('license')}: <a href="${known.link}" target="_blank" rel="license noopener noreferrer">${known.id}</a></p>` : nothing}
      </article>`;
}

/** All channels with a page; nothing where there is but one. `injected`: above it. */
export function channelList({ channels, channel }: WebsitePage, injected: Markup): Markup {
  if (channels.length < 2 && injected.markup === '') return nothing;
  const item = (listed: (typeof channels)[number]) => html`<li>
            <a href="${pageFile(listed)}" data-channel="${listed.id}"${listed.id === channel.id ? raw(' aria-current="page"') : nothing}>
              <span class="picture"><img src="${safeLink(posterOf(listed))}" alt="" loading="lazy"><span class="live" hidden>${word('live')}</span></span>
              <span class="name">${listed.name}<span class="views" hidden>${word('views')}: <span data-figure="total"></span></span></span>
            </a>
          </li>`;
  return html`<div class="side">
        ${injected.markup === '' ? nothing : html`<div class="injected">${injected}</div>`}
        ${
          channels.length < 2
            ? nothing
            : html`<nav aria-labelledby="channels">
          <h2 id="channels">${word('channels')}</h2>
          <ul>${channels.map(item)}</ul>
        </nav>`
        }
      </div>`;
}

export function footer({ support, imprint, terms }: WebsiteSettings): Markup {
  return html`<footer>
      ${support ? html`<p>${word('software')} Sluice</p>` : nothing}
      ${imprint.trim() === '' ? nothing : opener('imprint', word('imprint'))}
      ${terms.trim() === '' ? nothing : opener('terms', word('terms'))}
    </footer>`;
}
