import { html } from '../../markup.ts';
import type { GeneratedFile } from '../../webRootFilePaths.ts';
import { footer } from '../body.ts';
import { banner, look } from '../page.ts';
import type { WebsitePage } from '../templateData.ts';
import { texts, word } from '../texts.ts';
import { noteMarkup } from './sanitizeLegalText.ts';
import { addressOfFile, MAIN_FILE, NOTES, type Note, noteFile } from './websiteFileNames.ts';

/** A page to read: one script of ours, nothing to play, nothing to ask for. */
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
        <div class="note">${noteMarkup(settings[note], 2)}</div>
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

/** The imprint and the terms, as far as there are any. `main`: the page that stands at the root. */
export const notePages = (main: WebsitePage): GeneratedFile[] =>
  NOTES.filter((note) => main.settings[note].trim() !== '').map((note) => notePage(main, note));
