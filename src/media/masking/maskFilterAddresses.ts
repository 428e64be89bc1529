import { MARK, maskAddresses } from './maskAddress.ts';

/*
 * In an argument of a filter (movie=rtsp\://u\:p@cam\:554/x:loop=0,scale=640\:360[v]) the colons of an address are
 * escaped, once or more, and what ends the argument is not.
 */

const BEGIN = /([a-z][a-z0-9+.-]{0,29})(\\{1,31}):(?:\\{0,7}\/){2}/gi;
const HEAD = /^(?:\\+[^/?#\\]|[^/?#\\])*/;

/** How far an address goes that begins with its host. */
function lengthOf(place: string): number {
  const from = /^\\*\[/.test(place) ? place.indexOf(']') + 1 : 0;
  const end = place.slice(from).search(/\s|(?<!\\)(?:[,;'"[\]]|:(?=\w+=))/);
  return end < 0 ? place.length : from + end;
}

const isHost = (head: string): boolean => /^\\*\[|^[^:]*(?::\d{1,5})?$/.test(head.replaceAll('\\', ''));

/** Behind the slashes; what cannot be told from a password is one. */
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

/** A text without the logins and keys in the addresses of filters. */
export const maskFilters = (text: string): string =>
  text.includes('\\') ? text.replace(/[^\r\n]+/g, (line) => maskLine(line)) : text;
