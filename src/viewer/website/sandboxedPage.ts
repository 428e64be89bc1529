import { msg } from '../../i18n/msg.ts';
import { analyticsScript } from '../analytics.ts';
import { html, inScript } from '../markup.ts';
import { machineHead } from './headMetadata.ts';
import { countedBy, type WebsitePage } from './templateData.ts';

/** Without allow-same-origin, the frame has an opaque origin without access to storage and pages. */
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
 * The page around a frame with the operator's markup. Fetches its data, as a page on the disk could be opened without
 * the frame. Has no policy, which the frame would inherit.
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

function headOf(page: string): number {
  const found = /<head(?=[\s>])/i.exec(page);
  return found ? page.indexOf('>', found.index) + 1 : 0;
}

export function withHead(page: string, markup: string): string {
  const at = headOf(page);
  return page.slice(0, at) + markup + page.slice(at);
}

/** Links leave the frame, as they would without one. */
export const withBase = (page: string) => withHead(page, '<base target="_top">');

/** JSON without any `<`, so it is harmless even if a core serves it as a page. */
export const pageData = (channel: string, markup: string) => ({
  path: `/${dataFile(channel)}`,
  body: `${inScript({ html: withBase(markup) })}\n`,
});
