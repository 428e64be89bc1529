import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { Marked } from 'marked';
import { OPERATIONS } from '../../../server/http/api/openApi.ts';
import { AGENT_API, agentEndpoints } from '../../../src/api/agentEndpoints.ts';
import { AGENT_TAG } from '../../../src/api/agentOpenApi.ts';
import { AGENT_OPERATIONS } from '../../../src/api/agentOperations.ts';
import { AGENT_SCOPES } from '../../../src/api/agentScopes.ts';
import { templateOf } from '../../../src/api/describeCall.ts';
import type { Route } from '../../../src/api/route.ts';
import { HELP_PAGES } from '../../../src/ui/help/helpTopics.ts';
import { tokenSheet } from '../../../src/ui/look/colorSchemeVariables.ts';
import { font } from '../../../src/ui/look/palette.ts';

const HELP_LOOK = `
*{box-sizing:border-box}
html{scroll-padding-top:80px}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.6 ${font}}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;gap:8px 24px;min-height:56px;padding:8px 24px;background:var(--page);border-bottom:1px solid var(--line)}
header>a{font-weight:650;color:var(--text);text-decoration:none}
header>a::before{content:"← "}
search{position:relative;flex:1;max-width:420px;min-width:200px}
input{width:100%;height:40px;padding:0 12px;border:1px solid var(--edge);border-radius:var(--radius);background:var(--surface);color:var(--text);font:inherit}
output{position:absolute;inset:44px 0 auto;display:grid;padding:8px;border:1px solid var(--line);border-radius:var(--radius);background:var(--raised)}
output:empty{display:none}
output a{padding:8px;border-radius:4px;color:var(--text);text-decoration:none}
output a:hover,output a:focus{background:var(--surface)}
output small{display:block;color:var(--dim)}
.page{display:grid;gap:24px;max-width:1040px;margin:0 auto;padding:24px}
nav{display:flex;flex-wrap:wrap;gap:4px;align-content:start}
nav a{padding:6px 12px;border-radius:var(--radius);color:var(--dim);font-weight:550;text-decoration:none}
nav a[aria-current]{background:var(--surface);color:var(--text)}
nav a:hover{color:var(--text)}
main{max-width:68ch;min-width:0}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1{margin:0 0 16px;font-size:24px;line-height:1.2}
h2{margin:32px 0 8px;font-size:18px;line-height:1.3}
h2:target{box-shadow:-12px 0 0 var(--page),-15px 0 0 var(--accent)}
table{width:100%;border-collapse:collapse}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
code{padding:0 4px;border-radius:4px;background:var(--raised);overflow-wrap:anywhere}
@media (max-width:799px){nav{flex-wrap:nowrap;overflow-x:auto;white-space:nowrap}.page{grid-template-columns:minmax(0,1fr)}}
@media (min-width:800px){.page{grid-template-columns:220px 1fr}nav{flex-direction:column;flex-wrap:nowrap;position:sticky;top:80px;align-self:start}}
`;

const SOURCE = 'docs/help';
const PAGES = Object.values(HELP_PAGES);

interface Words {
  help: string;
  pages: string;
  search: string;
  none: string;
  back: string;
}
const words = (help: string, pages: string, search: string, none: string, back: string): Words => ({
  ...{ help, pages, search, none, back },
});
const WORDS: Readonly<Record<string, Words>> = {
  en: words('Help', 'Pages of the help', 'Search the help', 'Nothing found', 'Back to Sluice'),
  de: words('Hilfe', 'Seiten der Hilfe', 'Hilfe durchsuchen', 'Nichts gefunden', 'Zurück zu Sluice'),
  fr: words('Aide', 'Pages de l’aide', 'Rechercher dans l’aide', 'Aucun résultat', 'Retour à Sluice'),
  it: words('Guida', 'Pagine della guida', 'Cerca nella guida', 'Nessun risultato', 'Torna a Sluice'),
  pt: words('Ajuda', 'Páginas da ajuda', 'Pesquisar na ajuda', 'Nada encontrado', 'Voltar ao Sluice'),
  es: words('Ayuda', 'Páginas de la ayuda', 'Buscar en la ayuda', 'Sin resultados', 'Volver a Sluice'),
  ru: words('Справка', 'Страницы справки', 'Поиск в справке', 'Ничего не найдено', 'Назад в Sluice'),
};
const NO_WORDS = words('', '', '', '', '');

/** `## Colors {#player-colors}`: a heading with its topic. */
const HEADING = /^(.*?)\s*(?:\{#([\w-]+)\})?$/s;
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const markdown = new Marked({
  renderer: {
    heading({ text, depth }) {
      const [, title = '', topic] = HEADING.exec(text) ?? [];
      return `<h${depth}${topic === undefined ? '' : ` id="${topic}"`}>${escapeHtml(title)}</h${depth}>\n`;
    },
  },
});

export const titleOf = (text: string): string => HEADING.exec(text.split('\n', 1)[0]?.slice(2) ?? '')?.[1] ?? '';

export interface PageLink {
  title: string;
  lang?: string;
}

/** `<!-- blurry, pixelated -->` below a heading: search words. */
const SEARCH_WORDS = /<!--(.*?)-->\n*/gs;

export function topicsIn(
  page: string,
  text: string,
): { href: string; page: string; title: string; words: string; text: string }[] {
  const name = titleOf(text);
  return text
    .split(/^#{1,2} /m)
    .slice(1)
    .map((part) => {
      const [line = '', ...rest] = part.split('\n');
      const [, title = '', topic] = HEADING.exec(line) ?? [];
      const href = topic === undefined ? `${page}.html` : `${page}.html#${topic}`;
      const body = rest.join('\n');
      return {
        href,
        page: name,
        title,
        words: [...body.matchAll(SEARCH_WORDS)].map(([, words = '']) => words.trim()).join(', '),
        text: body.replaceAll(SEARCH_WORDS, '').replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').trim(),
      };
    });
}

export function helpPage(
  text: string,
  language: string,
  links: ReadonlyMap<string, PageLink>,
  fonts: readonly string[] = [],
): string {
  const { help, pages, search, none, back } = WORDS[language] ?? NO_WORDS;
  const list = [...links].map(([page, { title, lang }]) => {
    const chosen = titleOf(text) === title ? ' aria-current="page"' : '';
    return lang === undefined
      ? `<a href="${page}.html"${chosen}>${escapeHtml(title)}</a>`
      : `<a href="../${lang}/${page}.html" lang="${lang}">${escapeHtml(title)}</a>`;
  });
  const faces = fonts.map(
    (file) =>
      `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;${rangeOf(file)}src:url(../../${file})}`,
  );
  return `<!doctype html>
<html lang="${language}" data-scheme="system">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${[...new Set([titleOf(text), help])].map(escapeHtml).join(' · ')} · Sluice</title>
<style>${tokenSheet()}${faces.join('')}${HELP_LOOK}</style>
<header><a href="../../">${escapeHtml(back)}</a>
<search><input type="search" maxlength="200" aria-label="${escapeHtml(search)}" placeholder="${escapeHtml(search)}" data-none="${escapeHtml(none)}"><output></output></search></header>
<div class="page">
<nav aria-label="${escapeHtml(pages)}">${list.join('\n')}</nav>
<main>${markdown.parse(text.replaceAll(SEARCH_WORDS, ''), { async: false })}</main>
</div>
<script src="../search.js"></script>
`;
}

function agentList(): string {
  const lines = Object.entries<Route>(agentEndpoints).map(([name, { method, path: routePath }]) => {
    const id = name as keyof typeof agentEndpoints;
    return `- \`${method} ${AGENT_API}${templateOf(routePath)}\` (${AGENT_SCOPES[id].scope}): ${AGENT_OPERATIONS[id].summary}.\n`;
  });
  return `## ${AGENT_TAG}\n\n${lines.join('')}`;
}

export function operationLists(): string {
  const routes = Object.entries(OPERATIONS);
  const lists = [...new Set(routes.map(([, { tag }]) => tag))].map((subject) => {
    const lines = routes.flatMap(([route, { tag, summary }]) => {
      const [method = '', path = ''] = route.split(' ');
      return tag === subject ? [`- \`${method} /api${templateOf(path)}\`: ${summary}.\n`] : [];
    });
    return `## ${subject}\n\n${lines.join('')}`;
  });
  return [...lists, agentList()].join('\n');
}

const readPage = async (language: string, page: string): Promise<string> =>
  (await readFile(path.join(SOURCE, language, `${page}.md`), 'utf8')).replace('{{operations}}', operationLists());

/** Each font file is only loaded for its characters. */
const rangeOf = (file: string) => (file.includes('cyrillic') ? 'unicode-range:U+0400-045F,U+0490-0491,U+2116;' : '');

export async function buildHelp(dist: string): Promise<void> {
  const fonts = (await readdir(dist)).filter((name) => /^inter-.*\.woff2$/.test(name)).toSorted();
  const english = new Map(await Promise.all(PAGES.map(async (page) => [page, await readPage('en', page)] as const)));
  for (const language of await readdir(SOURCE)) {
    const fileOf = (page: string) => path.join(SOURCE, language, `${page}.md`);
    const existing = PAGES.filter((page) => existsSync(fileOf(page)));
    const texts = new Map(
      await Promise.all(existing.map(async (page) => [page, await readPage(language, page)] as const)),
    );
    const links = new Map<string, PageLink>(
      PAGES.map((page) => {
        const text = texts.get(page);
        return [
          page,
          text === undefined ? { title: titleOf(english.get(page) ?? ''), lang: 'en' } : { title: titleOf(text) },
        ];
      }),
    );
    const folder = path.join(dist, 'help', language);
    await mkdir(folder, { recursive: true });
    const topics = [...texts].flatMap(([page, text]) => topicsIn(page, text));
    await writeFile(path.join(folder, 'topics.json'), JSON.stringify(topics));
    const list = [...links].map(([page, { title, lang }]) => `- [${title}](${lang ? `../${lang}/` : ''}${page}.html)`);
    texts.set('index', `# ${WORDS[language]?.help}\n\n${list.join('\n')}\n`);
    for (const [page, text] of texts)
      await writeFile(path.join(folder, `${page}.html`), helpPage(text, language, links, fonts));
  }
  await build({
    entryPoints: ['src/ui/help/helpSearch.ts'],
    outfile: path.join(dist, 'help', 'search.js'),
    ...{ bundle: true, minify: true, format: 'iife', logLevel: 'error' },
  });
}
