import { MARK, maskAddresses } from './maskAddress.ts';
import { type Mask, maskBy } from './maskedText.ts';
import { maskNamedSecrets } from './maskNamedSecrets.ts';
import { maskOptions } from './maskOption.ts';

/** Unknown keys: random letters and digits, too long for a name. */

const WORD = /[\w~-]{12,}/g;
const LONG = /[a-z0-9]{16,}/gi;
/** Names alternate between letters and digits less often than random text. */
const PIECES = /\d+|[A-Z]?[a-z]+|[A-Z]+/g;
const LONGEST_PIECE = 3;
/** The key format of YouTube. */
const IN_GROUPS = /^(?=[a-z-]*\d)[a-z0-9]{4}(?:-[a-z0-9]{4}){2,7}$/i;
const OURS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

const isByChance = (text: string): boolean =>
  /\d/.test(text) && text.length / (text.match(PIECES)?.length ?? 1) < LONGEST_PIECE;

const isToken = (word: string): boolean =>
  !OURS.test(word) && (IN_GROUPS.test(word) || (word.match(LONG) ?? []).some(isByChance));

const withoutTokens = (text: string): string => text.replace(WORD, (word) => (isToken(word) ? MARK : word));

/** Servers repeat what was sent, so quoted words and letters with digits are enough. */
const withoutNames = (text: string): string =>
  text
    .replace(/(["'])[^"'\s]+\1/g, `$1${MARK}$1`)
    .replace(/[\w~-]{8,}/g, (word) =>
      /[a-z]/i.test(word) && /\d/.test(word) && !/^(?:0x[0-9a-f]+|\d+x\d+)$/i.test(word) && !OURS.test(word)
        ? MARK
        : word,
    );

/** Masks tokens in addresses, in the rest of their line, and in error messages of servers. */
const maskTokens = (text: string): string =>
  text
    .replace(/(?<=[a-z0-9]\\{0,9}:\\{0,3}\/\\{0,3}\/)[^\r\n]+/gi, withoutTokens)
    .replace(/(?<=\bserver error: ?)[^\r\n]+/gi, withoutNames)
    .replace(/(\bUnexpected stream )\S+(, expecting )\S+/g, `$1${MARK}$2${MARK}`)
    .replace(/(\bApp field don't match up: )[^\r\n]+/g, `$1${MARK}`);

/*
 * In an argument of a filter (movie=rtsp\://u\:p@cam\:554/x:loop=0,scale=640\:360[v]), colons of an address are
 * escaped.
 */

const BEGIN = /([a-z][a-z0-9+.-]{0,29})(\\{1,31}):(?:\\{0,7}\/){2}/gi;
const HEAD = /^(?:\\+[^/?#\\]|[^/?#\\])*/;

function lengthOf(place: string): number {
  const from = /^\\*\[/.test(place) ? place.indexOf(']') + 1 : 0;
  const end = place.slice(from).search(/\s|(?<!\\)(?:[,;'"[\]]|:(?=\w+=))/);
  return end < 0 ? place.length : from + end;
}

const isHost = (head: string): boolean => /^\\*\[|^[^:]*(?::\d{1,5})?$/.test(head.replaceAll('\\', ''));

/** Masks everything that could be part of a password. */
function maskPlace(scheme: string, escapes: string, text: string): string {
  const run = /^\S*/.exec(text)?.[0] ?? '';
  const head = HEAD.exec(run)?.[0] ?? '';
  const hasLogin = run.lastIndexOf('@') > 0 && /[@:]/.test(head);
  const isBegun = !hasLogin && !isHost(head.slice(0, lengthOf(head)));
  const at = hasLogin ? run.lastIndexOf('@') : isBegun ? text.lastIndexOf('@') : -1;
  if (isBegun && at < 0) return MARK + text.slice(run.length);
  const place = text.slice(at + 1);
  const end = lengthOf(place);
  const shown = maskAddresses(`${scheme}://${place.slice(0, end).replaceAll('\\', '')}`).slice(scheme.length + 3);
  return (at < 0 ? '' : `${MARK}@`) + shown.replaceAll(':', `${escapes}:`) + place.slice(end);
}

const maskLine = (line: string): string => {
  const begins = [...line.matchAll(BEGIN)];
  const masked = begins.map(({ index, 0: begin, 1: scheme = '', 2: escapes = '' }, i) => {
    const end = begins[i + 1]?.index ?? line.length;
    return begin + maskPlace(scheme, escapes, line.slice(index + begin.length, end));
  });
  return line.slice(0, begins[0]?.index) + masked.join('');
};

const maskFilters = (text: string): string =>
  text.includes('\\') ? text.replace(/[^\r\n]+/g, (line) => maskLine(line)) : text;

export { MARK };

/** Masks secrets, and values typed for servers or viewers. */
export const maskText = maskBy((text) => maskTokens(maskNamedSecrets(maskOptions(maskFilters(text)))));

/** Shorter secrets are parts of normal words, and the gaps would reveal them. */
const SHORTEST = 4;
const LONE = /[\uD800-\uDFFF]/gu;

/** Plain, percent-encoded and in JSON. */
export const spellingsOf = (secret: string) => {
  const bare = secret.trim().replace(/^\/+/, '');
  const whole = bare.replace(LONE, '');
  return [bare, encodeURIComponent(whole), encodeURI(whole), JSON.stringify(bare).slice(1, -1)];
};

export function hideIn(text: string, secrets: readonly string[]): string {
  const candidates = [...new Set(secrets.flatMap(spellingsOf))].filter(({ length }) => length >= SHORTEST);
  // A secret may be part of another one.
  const longest = candidates.toSorted((a, b) => b.length - a.length);
  return longest.reduce((hidden, secret) => hidden.replaceAll(secret, MARK), text);
}

export const maskWith =
  (secrets: readonly string[]): Mask =>
  (text) =>
    maskText(hideIn(text, secrets));
