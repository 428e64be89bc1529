export const MARK = '***';

/* Anything that could be part of a password counts as one. Runs in linear time, because search positions are reused. */

const SCHEME = /[a-z][a-z0-9+.-]*$/i;
const LONGEST_SCHEME = 30;
/** An address starts after one of these; all other characters may be in a password. */
const SEPARATORS = ',;|])}\'"`(=/&?[{<>\\';
const CLOSERS = ':,.;)]}>\'"`\\…';
const QUOTES_TRIED = 20;
const PUBLIC_STREAM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.stream$/i;
const SECRET_NAME =
  /key|token|secret|sig|auth|pass|pwd|jwt|credential|streamid|session|hdn|^(?:amp;|u0026)?(?:cid|s|a|st|h|pubuser|hash|code)$/i;

const withoutEnd = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** Must be called with ascending positions, so nothing is searched twice. */
function finder(text: string, pattern: RegExp) {
  let found = -1;
  return (from: number): number => {
    if (found < from) {
      pattern.lastIndex = from;
      found = pattern.exec(text)?.index ?? text.length;
    }
    return found;
  };
}

function lastAt(text: string, from: number, end: number): number {
  const part = text.slice(from, end + 1);
  let at = part.lastIndexOf('@', end - from - 1);
  while (at >= 0 && !/[\w[]/.test(part.charAt(at + 1))) at = at === 0 ? -1 : part.lastIndexOf('@', at - 1);
  return at < 0 ? -1 : from + at;
}

/** Like `lastAt`, with a cache for one end. Must be called with ascending positions. */
function lastAtOf(text: string) {
  let cached = { end: -1, at: -1 };
  return (from: number, end: number): number => {
    if (cached.end !== end) cached = { end, at: lastAt(text, from, end) };
    return cached.at >= from ? cached.at : -1;
  };
}

/** A part without a name that follows a secret belongs to it. */
function maskQuery(query: string): string {
  let secret = false;
  const parts = query.split('&').map((part) => {
    if (!part.includes('=')) return secret && part !== '' ? MARK : part;
    secret = isSecret(part);
    return maskPart(part);
  });
  return parts.join('&');
}

export function secretsOfQuery(address: string): string[] {
  const queryStart = address.search(/[?#]/);
  if (queryStart < 0) return [];
  return address
    .slice(queryStart + 1)
    .split('&')
    .flatMap((part) => (part.includes('=') && isSecret(part) ? [part.slice(part.indexOf('=') + 1)] : []));
}

export const isPublicStream = (name: string): boolean => PUBLIC_STREAM.test(name);

const isSecret = (part: string): boolean => SECRET_NAME.test(part.slice(0, part.indexOf('=')).replace(/^.*[?#;]/, ''));

/** A loop, because values may be nested thousands of times. */
function maskPart(part: string): string {
  let done = '';
  let rest = part;
  for (let equals = rest.indexOf('='); equals >= 0; equals = rest.indexOf('=')) {
    if (isSecret(rest)) return `${done}${rest.slice(0, equals + 1)}${MARK}`;
    const inner = rest.slice(equals).search(/[?#;]/);
    if (inner < 0) break;
    done += rest.slice(0, equals + inner + 1);
    rest = rest.slice(equals + inner + 1);
  }
  return done + rest;
}

const KEYS_IN_PATHS: readonly [RegExp, string][] = [
  [/^([^/]+\.pscp\.tv(?::\d+)?\/x\/).+/i, `$1${MARK}`],
  [/(\/(?:whip|whep)\/).+/i, `$1${MARK}`],
  [/^([^/]+\/)[^/]+(\/webrtc\/(?:publish|play))/i, `$1${MARK}$2`],
];

const maskPath = (path: string): string =>
  KEYS_IN_PATHS.reduce((shown, [pattern, replacement]) => shown.replace(pattern, replacement), path);

/** The last part of an RTMP path is the stream key, unless it is the public name of a channel. */
function maskPlace(scheme: string, place: string): string {
  const body = withoutEnd(place, CLOSERS);
  const rest = place.slice(body.length);
  const queryStart = body.search(/[?#]/);
  const path = queryStart < 0 ? body : body.slice(0, queryStart);
  const named = withoutEnd(path, '/\\');
  const slash = named.lastIndexOf('/');
  if (/^rtmp/i.test(scheme) && slash > 0 && !PUBLIC_STREAM.test(named.slice(slash + 1)))
    return named.slice(0, slash + 1) + MARK + rest;
  const shown = /^https?$/i.test(scheme) ? maskPath(path) : path;
  return queryStart < 0 ? shown + rest : shown + body.charAt(queryStart) + maskQuery(body.slice(queryStart + 1)) + rest;
}

/** Whether it is a host, and not the start of a password. */
const isHost = (head: string, tail: string): boolean =>
  /^\[|^[^:]*(?::\d{1,5})?$/.test(head.endsWith('…') ? head : withoutEnd(head, tail));

export function maskAddresses(text: string): string {
  const begins = [...text.matchAll(/:(?:\\?\/){2}/g)].map(({ index, 0: { length } }) => {
    const scheme = SCHEME.exec(text.slice(Math.max(0, index - LONGEST_SCHEME), index))?.[0] ?? '';
    return { scheme, start: index - scheme.length, place: index + length };
  });
  const nextBreak = finder(text, /\s|\|\[/g);
  const nextSpace = finder(text, /\s/g);
  const nextLine = finder(text, /[\r\n]/g);
  const [atInRun, atInLine] = [lastAtOf(text), lastAtOf(text)];
  const parts: string[] = [];
  let done = 0;
  begins.forEach(({ scheme, start, place }, i) => {
    if (scheme === '' || start < done) return;
    const following = begins[i + 1];
    const parted = following && following.scheme !== '' && SEPARATORS.includes(text.charAt(following.start - 1));
    const bound = parted ? following.start : text.length;
    let end = Math.min(bound, endOf(text, start, place, nextBreak(place), nextLine(place)));
    const address = text.slice(place, end);
    const head = /^[^/?#\\]*/.exec(address)?.[0] ?? '';
    const within = address.lastIndexOf('@');
    const emptyHost = within >= 0 && within === address.length - 1;
    let host = place;
    if (within > 0 && !emptyHost && (head.includes('@') || (head.includes(':') && !head.startsWith('[')))) {
      host = place + within + 1;
    } else if (
      emptyHost ? within > 0 : within < 0 && !isHost(head, head !== address ? '' : end === bound ? ',' : CLOSERS)
    ) {
      // The password may continue after the apparent end.
      let at = atInRun(place, nextSpace(place));
      const line = nextLine(place);
      if (at < 0) at = bound < line ? lastAt(text, place, bound) : atInLine(place, line);
      host = at < 0 ? -1 : at + 1;
      if (host > end) end = endOf(text, start, host, nextBreak(host), nextLine(host));
    }
    parts.push(text.slice(done, place));
    if (host < 0) parts.push(MARK);
    else parts.push(host > place ? `${MARK}@` : '', maskPlace(scheme, text.slice(host, end)));
    done = end;
  });
  return parts.join('') + text.slice(done);
}

/** An address ends at its closing quote, or else at the next space. */
function endOf(text: string, start: number, from: number, space: number, line: number): number {
  const quote = text.charAt(start - 1);
  if (quote !== '' && '\'"`'.includes(quote)) {
    const escaped = text.charAt(start - 2) === '\\';
    let at = from - 1;
    for (let tried = 0; tried < QUOTES_TRIED; tried += 1) {
      at = text.indexOf(quote, at + 1);
      if (at < 0 || at >= line) break;
      const isEscaped = text.charAt(at - 1) === '\\';
      if (isEscaped === escaped && /[\s,:;.)[\]}>|'"`\\]|^$/.test(text.charAt(at + 1))) return escaped ? at - 1 : at;
    }
  }
  return space;
}
