import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked } from 'marked';
import { tokenSheet } from '../../src/ui/scheme.ts';

const SOURCE = 'docs/help';
/** Order here is order on every page. */
const PAGES = [
  ...['main', 'wizard', 'edit', 'publication', 'encoding', 'player', 'website'],
  ...['process', 'settings', 'login'],
];
const WORDS: Readonly<Record<string, { help: string; pages: string }>> = {
  en: { help: 'Help', pages: 'Pages of the help' },
  de: { help: 'Hilfe', pages: 'Seiten der Hilfe' },
};

const LOOK = `
:root{color-scheme:light dark}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,sans-serif}
main,nav{max-width:64ch;margin:0 auto;padding:16px}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;border-bottom:1px solid var(--line)}
a{color:var(--accent)}
h1{line-height:1.2}
h2{margin-top:2em;line-height:1.3}
:target{outline:2px solid var(--accent);outline-offset:6px;border-radius:4px}
code{padding:0 4px;border-radius:4px;background:var(--raised);overflow-wrap:anywhere}
`;

/** `## Colors {#player-colors}`: the heading is found by its topic. */
const HEADING = /^(.*?)\s*(?:\{#([\w-]+)\})?$/s;
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const markdown = new Marked({
  renderer: {
    heading({ text, depth }) {
      const [, title = '', topic] = HEADING.exec(text) ?? [];
      return `<h${depth}${topic === undefined ? '' : ` id="${topic}"`}>${escaped(title)}</h${depth}>\n`;
    },
  },
});

/** The title of a page: its first line. */
export const titleOf = (text: string): string => HEADING.exec(text.split('\n', 1)[0]?.slice(2) ?? '')?.[1] ?? '';

/** A page of the help as it is delivered; `titles` by page, in their order. */
export function helpPage(text: string, language: string, titles: ReadonlyMap<string, string>): string {
  const { help, pages } = WORDS[language] ?? { help: '', pages: '' };
  const links = [...titles].map(([page, title]) => `<a href="${page}.html">${escaped(title)}</a>`);
  return `<!doctype html>
<html lang="${language}" data-scheme="system">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${[...new Set([titleOf(text), help])].map(escaped).join(' · ')} · Sluice</title>
<style>${tokenSheet()}${LOOK}</style>
<nav aria-label="${pages}">${links.join('\n')}</nav>
<main>${markdown.parse(text, { async: false })}</main>
`;
}

/** Writes the pages of docs/help below dist/help, a folder for each language, with a list of all as its index. */
export async function buildHelp(dist: string): Promise<void> {
  for (const language of await readdir(SOURCE)) {
    const read = (page: string) => readFile(path.join(SOURCE, language, `${page}.md`), 'utf8');
    const texts = new Map(await Promise.all(PAGES.map(async (page) => [page, await read(page)] as const)));
    const titles = new Map([...texts].map(([page, text]) => [page, titleOf(text)]));
    const list = [...titles].map(([page, title]) => `- [${title}](${page}.html)`).join('\n');
    const folder = path.join(dist, 'help', language);
    await mkdir(folder, { recursive: true });
    texts.set('index', `# ${WORDS[language]?.help}\n\n${list}\n`);
    for (const [page, text] of texts)
      await writeFile(path.join(folder, `${page}.html`), helpPage(text, language, titles));
  }
}
