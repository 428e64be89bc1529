import { msg } from '../../i18n/msg.ts';
import { analyticsScript } from '../analytics.ts';
import { html, inScript } from '../markup.ts';
import { machineHead } from './headMetadata.ts';
import { countedBy, type WebsitePage } from './templateData.ts';

/**
 * No allow-same-origin: what runs in the frame has an origin of its own that nobody shares, so neither the storage nor
 * the pages of this one are open to it.
 */
const SANDBOX = [
  'allow-scripts',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-forms',
  'allow-presentation',
  'allow-top-navigation-by-user-activation',
].join(' ');

const dataFile = (channel: string) => `playersite/pages/${channel}.json`;

/**
 * The page that viewers open where markup of the operator is in play: ours, and around a frame. Its data is fetched,
 * because a page that stood on the disk itself could be opened without the frame. It states no policy: the frame
 * would inherit it.
 */
export function shell(page: WebsitePage): string {
  const { channel } = page;
  return html`<!doctype html>
<html lang="en">
  <head>
    ${machineHead(page)}
    <style>
      html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block; overflow: hidden; background: #101416; color: #E9EFF0; }
    </style>
  </head>
  <body>
    <iframe id="page" title="${channel.name}" sandbox="${SANDBOX}" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen data-page="${dataFile(channel.id)}"></iframe>
    <noscript><a href="${channel.id}.html">${msg('Watch the stream')}</a></noscript>
    <script src="playersite/frame.js"></script>
    ${analyticsScript(countedBy(page), channel.name)}  </body>
</html>
`.markup;
}

/** Where the head of a page begins; 0 for a page that has none. In one pass, whatever an operator has written. */
function headOf(page: string): number {
  const found = /<head(?=[\s>])/i.exec(page);
  return found ? page.indexOf('>', found.index) + 1 : 0;
}

/** A page with something in front of all that is in its head. */
export function withHead(page: string, markup: string): string {
  const at = headOf(page);
  return page.slice(0, at) + markup + page.slice(at);
}

/** A link of the page leads out of the frame, as it did when there was none. */
export const withBase = (page: string) => withHead(page, '<base target="_top">');

/** JSON without a single `<`: not even a core that serves it as a page makes a page of it. */
export const pageData = (channel: string, markup: string) => ({
  path: `/${dataFile(channel)}`,
  body: `${inScript({ html: withBase(markup) })}\n`,
});
