import { among, cutsOf, type Kind, partOf, type Random, repeatedly } from './inputKind.ts';

interface TextRules {
  /** What means something to the parser: put in as a whole. */
  readonly words?: readonly string[];
  /** Mutations make it no longer than this. */
  readonly most?: number;
  /** What is left of a text on the way to the parser, where somebody before it takes something out. */
  readonly arriving?: (text: string) => string;
}

const odd = [
  ...['', ' ', '\0', '\t', '\r\n', '\n', '\ud800', '\udc00', '💥', 'é', '\u2028', '\u202e', '\ufeff', '\u001b[31m'],
  ...['%', '%00', '%2e%2e%2f', '%ff', '../', '..\\', '//', '\\', '"', "'", '`', '<', '>', '&', '$&', '$1', '${', '{{'],
  ...['__proto__', 'constructor', 'null', 'undefined', 'NaN', '-1', '0', '1e999', '9007199254740993', '99999999999999'],
  ...['[', ']', '(', ')', '{', '}', '*', '**', '?', '+', '|', '^', ',', ';', ':', '=', '#', '@', '-', '.', '~'],
];

type Change = (text: string, random: Random, words: readonly string[]) => string;

const replaced = (text: string, [from, to]: readonly [number, number], by: string) =>
  text.slice(0, from) + by + text.slice(to);

const changes: readonly [Change, ...Change[]] = [
  (text, random) => replaced(text, partOf(random, text.length), ''),
  (text, random, words) => {
    const at = random.below(text.length + 1);
    return replaced(text, [at, at], among(random, words, ''));
  },
  (text, random, words) => replaced(text, partOf(random, text.length), among(random, words, '')),
  (text, random) => replaced(text, partOf(random, text.length), among(random, odd, '')),
  (text, random) => {
    const at = random.below(text.length + 1);
    return replaced(text, [at, at + random.below(2)], among(random, odd, ''));
  },
  (text, random) => {
    const at = random.below(text.length + 1);
    return replaced(text, [at, at + 1], String.fromCharCode(random.below(random.below(3) === 0 ? 65_536 : 128)));
  },
  (text, random) => {
    const [from, to] = partOf(random, text.length);
    return replaced(text, [from, to], text.slice(from, to).repeat(2 + random.below(12)));
  },
  (text, random) => {
    const [from, to] = partOf(random, text.length);
    const at = random.below(text.length + 1);
    return replaced(text, [at, at], text.slice(from, to));
  },
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.replace(/\d+/, () => among(random, ['0', '-1', '007', '4294967296', '1e9', '0.5', ''], '')),
];

const LONG = 3000;

/** A repeated part is told once. */
function shown(text: string): string {
  const all = JSON.stringify(text);
  if (all.length <= LONG) return all;
  const [, part = ''] = /(.{1,60}?)\1{20,}/s.exec(text.slice(0, LONG * 4)) ?? [];
  const from = part === '' ? -1 : text.indexOf(part.repeat(20));
  if (from === -1) return `${all.slice(0, LONG)}…" /* ${text.length} characters */`;
  let to = from;
  while (text.startsWith(part, to)) to += part.length;
  const times = (to - from) / part.length;
  return [JSON.stringify(text.slice(0, from)), `${JSON.stringify(part)}.repeat(${times})`, shown(text.slice(to))].join(
    ' + ',
  );
}

export function text({ words = [], most = 2000, arriving = (all) => all }: TextRules = {}): Kind<string> {
  const known = words.length > 0 ? words : odd;
  return {
    mutate: (value, random) =>
      arriving(repeatedly(value, random, (each) => random.pick(changes)(each, random, known)).slice(0, most)),
    grow(value, random, size) {
      const [from, to] = partOf(random, value.length);
      const word = random.below(3) === 0 ? among(random, [...known, ...odd], 'a') : value.slice(from, to);
      const part = arriving(word) === '' ? 'a' : arriving(word);
      const tail = random.below(2) === 0 ? value.slice(to) : '';
      return value.slice(0, from) + part.repeat(Math.ceil(size / part.length)) + tail;
    },
    *smaller(value) {
      for (const cut of cutsOf(value.length)) yield arriving(replaced(value, cut, ''));
      for (const [from, to] of cutsOf(Math.min(value.length, 200))) {
        const plain = 'a'.repeat(to - from);
        if (value.slice(from, to) !== plain) yield arriving(replaced(value, [from, to], plain));
      }
    },
    size: (value) => value.length,
    show: shown,
  };
}

/** What an HTTP parser lets through as the value of a header. */
export const headerText = (words: readonly string[]): Kind<string> =>
  text({ words, arriving: (all) => all.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim() });
