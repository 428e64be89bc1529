const MAX_STREAMS = 10;
/** Longer ones are data URLs or code. */
const MAX_CHARACTERS = 2000;
const MAX_CANDIDATES = 2000;

const PLAYLIST = /\.(?:m3u8|mpd)$/i;
/** URLs of MJPEG streams of cameras. */
const MOVING_PICTURES =
  /\.mjpe?g(?:\?|$)|\/mjpe?g\/|nphmotionjpeg(?:\?|$)|[?&]action=stream(?:&|$)|\/(?:video_?)?(?:stream|feed)(?:\.cgi)?(?:\?|$)|\/faststream\.jpg(?:\?|$)/i;
const FILE = /\.(?:mp4|m4[av]|webm|mkv|mov|flv|m?ts|mp3|aac|ogg|opus|wav)$/i;

const META = ['og:video', 'og:video:url', 'og:video:secure_url', 'og:audio', 'twitter:player:stream'];
const MEDIA = ['video', 'audio', 'source'];

type Place = 'media' | 'meta' | 'picture' | 'text';

/** Returns 0 for the likeliest; null if it is no stream. */
function rankOf({ protocol, host, pathname, search }: URL, origin: Place): number | null {
  if (protocol === 'rtsp:') return host === '' ? null : 0;
  if (!/^https?:$/.test(protocol)) return null;
  if (PLAYLIST.test(pathname)) return 0;
  if (origin === 'media') return 1;
  if (origin === 'picture') return MOVING_PICTURES.test(pathname + search) ? 2 : null;
  return origin === 'meta' && FILE.test(pathname) ? 3 : null;
}

/** Returns at most ten absolute URLs, the likeliest first, in linear time. Scripts are not executed. */
export function findStreams(html: string, page: string): string[] {
  let base = page;
  let isBaseSet = false;
  const candidates: { written: string; place: Place }[] = [];
  const add = (written: string | undefined, origin: Place) => {
    if (written === undefined || written.trim() === '' || written.length > MAX_CHARACTERS) return;
    if (candidates.length < MAX_CANDIDATES) candidates.push({ written, place: origin });
  };
  const addTexts = (text: string) => {
    if (!/m3u8|mpd|rtsp/i.test(text)) return;
    for (const part of text.split(/["'`\s<>]/))
      for (const text of [part, ...valuesIn(part)]) if (isPlainly(text)) add(text, 'text');
  };

  for (const token of tokens(html)) {
    if (token.kind === 'script') {
      addTexts(unescapeScript(token.text));
      continue;
    }
    const { name, attributes } = token;
    const src = attributes.get('src');
    if (name === 'base' && !isBaseSet) {
      const href = parseUrl(attributes.get('href') ?? '', page);
      if (href !== null && /^https?:$/.test(href.protocol)) [base, isBaseSet] = [href.href, true];
    }
    if (MEDIA.includes(name)) add(src, 'media');
    if (name === 'img') add(src, 'picture');
    const property = (attributes.get('property') ?? attributes.get('name') ?? '').trim().toLowerCase();
    if (name === 'meta' && META.includes(property)) add(attributes.get('content'), 'meta');
    for (const value of attributes.values()) addTexts(value);
  }

  const ranked = new Map<string, number>();
  for (const { written, place } of candidates) {
    const url = parseUrl(written.trim(), base);
    const rank = url && rankOf(url, place);
    if (url === null || rank === null) continue;
    url.hash = '';
    if (url.href === page) continue;
    ranked.set(url.href, Math.min(rank, ranked.get(url.href) ?? rank));
  }
  return [...ranked]
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, MAX_STREAMS)
    .map(([address]) => address);
}

function parseUrl(written: string, base: string): URL | null {
  return URL.canParse(written, base) ? new URL(written, base) : null;
}

const isPlainly = (text: string): boolean =>
  text.length <= MAX_CHARACTERS &&
  (/^rtsp:\/\/[^/]/i.test(text) || PLAYLIST.test(text.split(/[?#]/, 1)[0] ?? '')) &&
  !/[{}()$,;|\\]/.test(text.split(/[?#]/, 1)[0] ?? '') &&
  !/^\.\w+$/.test(text);

/** Values of the query, where pages with embedded players put the address. */
const valuesIn = (address: string): string[] =>
  address.includes('?') && address.length <= MAX_CHARACTERS
    ? [...new URLSearchParams(address.slice(address.indexOf('?') + 1)).values()]
    : [];

/** JSON and scripts escape slashes and ampersands. */
const unescapeScript = (text: string): string => text.replace(/\\u002f|\\\//gi, '/').replace(/\\u0026/g, '&');

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  colon: ':',
  sol: '/',
};

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (match, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? match;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : match;
  });

type Token =
  | { kind: 'element'; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'script'; text: string };

const isBlank = (char: string | undefined) => char !== undefined && ' \t\n\r\f'.includes(char);
const ENDS_NAME = ' \t\n\r\f/>';

/** Yields start tags and script texts in order. Broken markup is read as browsers do. */
function* tokens(html: string): Generator<Token> {
  let at = 0;
  const until = (endCharacters: string) => {
    const from = at;
    while (at < html.length && !endCharacters.includes(html.charAt(at))) at += 1;
    return html.slice(from, at);
  };
  const skipBlanks = (extra = '') => {
    while (at < html.length && (isBlank(html[at]) || extra.includes(html.charAt(at)))) at += 1;
  };
  const pass = (text: string) => {
    const from = at;
    const found = html.indexOf(text, at);
    at = found === -1 ? html.length : found + text.length;
    return html.slice(from, found === -1 ? html.length : found);
  };
  const readValue = () => {
    skipBlanks();
    const quote = html.charAt(at);
    if (quote !== '"' && quote !== "'") return until(' \t\n\r\f>');
    at += 1;
    return pass(quote);
  };

  while (at < html.length) {
    pass('<');
    if (html.startsWith('!--', at)) {
      at += '!--'.length;
      pass('-->');
      continue;
    }
    if (!/[a-z]/i.test(html.charAt(at))) continue;
    const name = until(ENDS_NAME).toLowerCase();
    const attributes = new Map<string, string>();
    for (skipBlanks('/'); at < html.length && html[at] !== '>'; skipBlanks('/')) {
      const first = html.charAt(at);
      at += 1;
      const key = (first + until(`${ENDS_NAME}=`)).toLowerCase();
      skipBlanks();
      const hasValue = html[at] === '=';
      if (hasValue) at += 1;
      const value = hasValue ? readValue() : '';
      if (!attributes.has(key)) attributes.set(key, decode(value));
    }
    at += 1;
    yield { kind: 'element', name, attributes };
    if (name !== 'script' && name !== 'style') continue;
    const end = /<\/(?:script|style)/gi;
    end.lastIndex = at;
    const stop = end.exec(html)?.index ?? html.length;
    if (name === 'script') yield { kind: 'script', text: html.slice(at, stop) };
    at = stop;
  }
}
