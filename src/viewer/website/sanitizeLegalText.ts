import { html, type Markup, raw, safeLink } from '../markup.ts';

/** Allowed elements: none of them runs, loads or covers anything. */
const BLOCKS = 'p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr th td blockquote pre address section';
const INLINES = 'a b strong i em u s small sub sup code span';
const block = new Set(BLOCKS.split(' '));
const inline = new Set(INLINES.split(' '));
const EMPTY = new Set(['br', 'hr']);
/** Comments, and elements whose content is not readable text. */
const UNREAD =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template|noscript|iframe|object|svg|math|title|textarea|select)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Level of the highest heading, below that of the page (1) or dialog (2). */
type TopLevel = 2 | 3;

function elementOf(name: string, top: TopLevel): string {
  const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
  return level === 0 ? name : `h${Math.min(6, Math.max(top, level + top - 2))}`;
}

// The lookahead prevents backtracking in a long word without an end.
const TAG = /^(\/?)([a-z][a-z0-9]*)(?![a-z0-9])([^>]*)>/i;
const HREF = /(?:^|[\s"'/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const ENTITIES = new Map<string, string>(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', reg: '®', sect: '§', euro: '€' },
    ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', ndash: '–', mdash: '—' },
    ...{ eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', ntilde: 'ñ', hellip: '…', middot: '·', bull: '•' },
  }),
);

const readText = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (typed, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? typed;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : typed;
  });

/** Also allows mailto: and tel:. '' if malformed. */
function noteLink(typed: string): string {
  const address = typed.trim();
  return /^(mailto|tel):[\w.+@%()\- ]+$/i.test(address) ? address : safeLink(address);
}

const openTag = (name: string, attributes: string): Markup => {
  if (name !== 'a') return html`<${raw(name)}>`;
  const [, ...forms] = HREF.exec(attributes) ?? [];
  const link = noteLink(readText(forms.find((form) => form !== undefined) ?? ''));
  return link === '' ? html`<a>` : html`<a href="${link}" rel="noopener noreferrer">`;
};

/** Maximum depth, beyond which only text is kept, like in browsers. */
const DEEPEST = 50;

/** Writes only allowed elements, no attributes except links, and closes every element, so nothing can run. */
function cleanMarkup(source: string, top: TopLevel): Markup {
  const written: Markup[] = [];
  /** Blocks, then an optional paragraph, then inline elements. */
  const open: string[] = [];
  /** Omitted elements by name, whose end tags are omitted, too. */
  const tooDeep = new Map<string, number>();
  const closeLast = () => {
    written.push(html`</${raw(open.pop() ?? '')}>`);
  };
  const close = (name: string) => {
    const at = open.lastIndexOf(name);
    while (at >= 0 && open.length > at) closeLast();
  };
  const end = (name: string) => {
    const depth = tooDeep.get(name) ?? 0;
    if (depth > 0) tooDeep.set(name, depth - 1);
    else close(name);
  };
  const isInlineOrParagraph = (name: string) => inline.has(name) || name === 'p';
  const start = (name: string, attributes: string) => {
    // Browsers end a paragraph before a block and would misread the following end tag.
    if (block.has(name)) while (isInlineOrParagraph(open.at(-1) ?? '')) closeLast();
    if (name === 'a') close(name);
    const tag = elementOf(name, top);
    if (open.length >= DEEPEST) {
      tooDeep.set(tag, (tooDeep.get(tag) ?? 0) + 1);
      return;
    }
    open.push(tag);
    written.push(openTag(tag, attributes));
  };
  const [first = '', ...parts] = source.replace(UNREAD, '').split('<');
  written.push(html`${readText(first)}`);
  for (const part of parts) {
    const [tag, slash, typed = '', attributes = ''] = TAG.exec(part) ?? [];
    const name = typed.toLowerCase();
    if (EMPTY.has(name)) written.push(html`<${raw(name)}>`);
    else if (block.has(name) || inline.has(name)) {
      if (slash === '/') end(elementOf(name, top));
      else start(name, attributes);
    }
    written.push(html`${readText(tag === undefined ? `<${part}` : part.slice(tag.length))}`);
  }
  for (const name of open.toReversed()) written.push(html`</${raw(name)}>`);
  return html`${written}`;
}

const BREAKING = `</?(?:${BLOCKS.replaceAll(' ', '|')}|hr|br)\\b`;
const BEGINS = new RegExp(`^${BREAKING}`, 'i');
const ENDS = new RegExp(`${BREAKING}[^<>]*>$`, 'i');

/** Keeps line breaks, as in all releases, except between blocks. */
function withLines(markup: string): string {
  let [isBeforeEmpty, isBeforeBlock] = [true, false];
  let text = '';
  for (const line of markup.split('\n').map((each) => each.trim())) {
    if (line === '' && (isBeforeEmpty || isBeforeBlock)) continue;
    text += (text === '' || isBeforeBlock || BEGINS.test(line) ? '' : '<br>') + line;
    [isBeforeEmpty, isBeforeBlock] = [line === '', ENDS.test(line)];
  }
  return text;
}

const escapedText = (text: string) => html`${text}`.markup;

const inlineMarkdown = (text: string): string =>
  escapedText(text)
    .replace(/\[([^[\]\n]+)\]\(([^()\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(/(^|[\s(])(https?:\/\/[^\s<>"()]*[^\s<>"().,;:!?])/g, '$1<a href="$2">$2</a>')
    .replace(/(^|[\s(])([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g, '$1<a href="mailto:$2">$2</a>')
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[^*\w])\*([^*\s][^*\n]*)\*/g, '$1<em>$2</em>');

const HEADING = /^(#{1,4}) +(.+)/s;
const ITEM = /^[-*] +(.+)/s;

function blockMarkdown(text: string): string {
  const all = text.split('\n');
  const headingsEnd = all.findIndex((line) => !HEADING.test(line));
  const lines = headingsEnd === -1 ? [] : all.slice(headingsEnd);
  const headings = all.slice(0, all.length - lines.length).map((line) => {
    const [, { length: level } = '', heading = ''] = HEADING.exec(line) ?? [];
    return `<h${level}>${inlineMarkdown(heading)}</h${level}>`;
  });
  return headings.join('') + (lines.length === 0 ? '' : listOrParagraph(lines));
}

function listOrParagraph(lines: readonly string[]): string {
  if (lines.every((line) => ITEM.test(line)))
    return `<ul>${lines.map((line) => `<li>${inlineMarkdown(line.replace(ITEM, '$1'))}</li>`).join('')}</ul>`;
  return `<p>${lines.map(inlineMarkdown).join('<br>')}</p>`;
}

/** Without tags and entities, the text counts as Markdown. */
const HTML = /<\/?[a-z]|<!--|&#?\w+;/i;

export function sanitizeLegalText(entered: string, top: TopLevel = 3): Markup {
  const text = entered.replace(/\r\n?/g, '\n').trim();
  if (HTML.test(text)) return cleanMarkup(withLines(text), top);
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim());
  return cleanMarkup(blocks.map(blockMarkdown).join(''), top);
}
