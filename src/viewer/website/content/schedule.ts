import { html, type Markup, raw } from '../../markup.ts';
import { pageFile, type WebsitePage } from '../templateData.ts';
import { word } from '../texts.ts';

/** The same in every browser that makes the page, and before its script knows the viewer's clock and language. */
const utcOf = (startsAt: string) => `${new Date(startsAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A moment and what is left until then. Gone is for the page's script to say: the file knows no time. */
const moment = (startsAt: string) =>
  html`<time datetime="${startsAt}">${utcOf(startsAt)}</time> <span class="countdown" hidden></span>`;

/** When the channel of the page begins; nothing where that is not announced. */
export function startOfChannel({ channel }: WebsitePage): Markup {
  const { startsAt } = channel.player;
  return startsAt === ''
    ? raw('')
    : html`<p class="starts" data-starts="${startsAt}">${word('starts')}: ${moment(startsAt)}</p>`;
}

/** What is announced on the website, the next first; nothing where all that is announced is on this page. */
export function schedule({ channel, channels }: WebsitePage): Markup {
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
