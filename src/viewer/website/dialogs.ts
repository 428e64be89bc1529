import { html, type Markup, raw } from '../markup.ts';
import { noteMarkup } from './content/sanitizeLegalText.ts';
import { NOTES, pageAddress } from './content/websiteFileNames.ts';
import { shareLinks } from './shareLinks.ts';
import type { WebsitePage } from './templateData.ts';
import { word } from './texts.ts';

/** Opened by the page's script; without it the browser shows none of them. */
const dialog = (id: string, title: Markup, body: Markup) => html`<dialog id="${id}" aria-labelledby="${id}-title">
      <div class="dialog-head">
        <h2 id="${id}-title">${title}</h2>
        <button type="button" data-closes>${word('close')}</button>
      </div>
      ${body}
    </dialog>`;

export function dialogs(page: WebsitePage): Markup {
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
      dialog(note, word(note), html`<div class="note">${noteMarkup(settings[note])}</div>`),
    ),
  ]}`;
}
