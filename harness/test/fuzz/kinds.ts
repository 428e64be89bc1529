import fc, { type Arbitrary } from 'fast-check';
import type { seededRandom } from '../core/faults/runCore.ts';
import { sizeOf } from './must.ts';

type Random = ReturnType<typeof seededRandom>;

/** `near` is a plain function, because creating an arbitrary per input costs more than most runs. */
export interface Kind<T> extends Arbitrary<T> {
  /** A variant with a few changes; with `size`, with one part repeated up to that size. */
  near(value: T, random: Random, size?: number): T;
  readonly words: readonly string[];
  swollen(value: T, part: string, size: number): readonly T[];
}

const kind = <T>(
  any: Arbitrary<T>,
  near: Kind<T>['near'],
  { words = [], swollen = () => [] }: Partial<Pick<Kind<T>, 'words' | 'swollen'>> = {},
): Kind<T> => Object.assign(any, { near, words, swollen });

const among = <T>(random: Random, list: readonly T[], fallback: T): T => list[random.below(list.length)] ?? fallback;

const isUsual = (random: Random): boolean => random.below(4) > 0;

/** Each further change has half the probability. Growing inputs change once, to grow the same part at each size. */
function changeOnceOrMore<T>(value: T, change: Kind<T>['near'], random: Random, size?: number): T {
  let changed = change(value, random, size);
  while (size === undefined && random.below(2) === 0) changed = change(changed, random);
  return changed;
}

interface SequenceRules<S> {
  readonly slice: (value: S, from: number, to?: number) => S;
  readonly join: (parts: readonly S[]) => S;
  readonly repeat: (part: S, times: number) => S;
  readonly fresh: (random: Random) => S;
  /** The part as the parser receives it; a simple one if nothing of it gets there. */
  readonly arriving: (part: S) => S;
}

function editSequence<S extends { readonly length: number }>(
  value: S,
  rules: SequenceRules<S>,
  random: Random,
  size?: number,
): S {
  const position = () => random.below(value.length + 1);
  const length = () => (isUsual(random) ? random.below(13) : position());
  const own = () => {
    const from = position();
    return rules.slice(value, from, from + length());
  };
  const from = position();
  const removed = isUsual(random) ? length() : random.pick([0, 1, value.length]);
  // Growing inputs mostly repeat their own parts. With keywords alone they would be too similar.
  const isFresh = size === undefined ? isUsual(random) : random.below(3) === 0;
  const part = isFresh ? rules.fresh(random) : own();
  const times = isUsual(random) ? random.below(2) : random.below(13);
  const grown = rules.arriving(part);
  const inserted =
    size === undefined ? rules.repeat(part, times) : rules.repeat(grown, Math.ceil(size / sizeOf(grown)));
  return rules.join([rules.slice(value, 0, from), inserted, rules.slice(value, from + removed)]);
}

interface TextRules {
  readonly words?: readonly string[];
  readonly most?: number;
  /** Removes what an earlier stage removes before the parser. */
  readonly arriving?: (text: string) => string;
}

const ODD_TEXTS = [
  ...['', ' ', '\0', '\t', '\r\n', '\n', '\ud800', '\udc00', '💥', 'é', '\u2028', '\u202e', '\ufeff', '\u001b[31m'],
  ...['%', '%00', '%2e%2e%2f', '%ff', '../', '..\\', '//', '\\', '"', "'", '`', '<', '>', '&', '$&', '$1', '${', '{{'],
  ...['__proto__', 'constructor', 'null', 'undefined', 'NaN', '-1', '0', '1e999', '9007199254740993', '99999999999999'],
  ...['[', ']', '(', ')', '{', '}', '*', '**', '?', '+', '|', '^', ',', ';', ':', '=', '#', '@', '-', '.', '~'],
];

/** `a` is the simplest character, for shrinking. */
const sign = (last: number): Arbitrary<string> => {
  const rotate = (code: number, by: number) => (code + by + last + 1) % (last + 1);
  return fc.nat(last).map(
    (code) => String.fromCharCode(rotate(code, 97)),
    (value) => rotate(String(value).charCodeAt(0), -97),
  );
};
const signs = fc.oneof({ weight: 2, arbitrary: sign(0x7f) }, { weight: 1, arbitrary: sign(0xffff) });
const pickSign = (random: Random): string => String.fromCharCode(random.below(random.below(3) === 0 ? 0x10000 : 0x80));

/** As the whole value, inside it, and at its end. */
const swollenText = (value: string, part: string, size: number): string[] => {
  const repeated = part.repeat(Math.ceil(size / part.length));
  const half = value.length >> 1;
  return value === '' ? [repeated] : [repeated, value.slice(0, half) + repeated + value.slice(half), value + repeated];
};

export function text({ words = [], most = 2000, arriving = (all) => all }: TextRules = {}): Kind<string> {
  const arrive = (all: string) => arriving(all.slice(0, most));
  const rules: SequenceRules<string> = {
    slice: (value, from, to) => value.slice(from, to),
    join: (parts) => parts.join(''),
    repeat: (part, times) => part.repeat(times),
    fresh(random) {
      if (words.length > 0 && random.below(2) === 0) return among(random, words, '');
      return random.below(2) === 0 ? among(random, ODD_TEXTS, '') : pickSign(random);
    },
    arriving: (part) => arriving(part) || 'a',
  };
  const split = (value: unknown): string[] => {
    if (typeof value !== 'string') throw new TypeError('no text');
    return value.split('');
  };
  const part = fc.oneof(signs, fc.constantFrom(...words, ...ODD_TEXTS));
  const any = fc.array(part).map((parts) => arrive(parts.join('')), split);
  return kind(
    any,
    (value, random, size) => {
      const changed = changeOnceOrMore(value, (input, by, to) => editSequence(input, rules, by, to), random, size);
      return size === undefined ? arrive(changed) : arriving(changed);
    },
    { words, swollen: (value, part, size) => swollenText(value, part, size).map(arriving) },
  );
}

/** Values of headers that an HTTP parser accepts. */
export const headerText = (words: readonly string[]): Kind<string> =>
  text({ words, arriving: (all) => all.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim() });

const MOST_BYTES = 8192;
const ODD_BYTES = [
  ...['00', 'ff', '7f', '80', 'ffff', 'ffffff', '00ffffff', '7fffffff', 'ffffffff', '00000001', '00000009'],
];

export const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');

const byteRules: SequenceRules<Buffer> = {
  slice: (value, from, to) => value.subarray(from, to),
  join: (parts) => Buffer.concat(parts),
  repeat: (part, times) => Buffer.alloc(part.length * times, part),
  fresh: (random) => (random.below(2) === 0 ? hex(among(random, ODD_BYTES, '')) : Buffer.from([random.below(256)])),
  arriving: (part) => (part.length === 0 ? Buffer.from([0]) : part),
};
const anyBytes: Arbitrary<Buffer> = fc.uint8Array().map(
  (all) => Buffer.from(all),
  (value) => {
    if (!Buffer.isBuffer(value)) throw new TypeError('no bytes');
    return Uint8Array.from(value);
  },
);
const flipBit = (value: Buffer, random: Random): Buffer => {
  const flipped = Buffer.from(value);
  const at = random.below(value.length);
  if (at < value.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
  return flipped;
};

export const bytes = kind(
  anyBytes,
  (value, random, size) => {
    if (size !== undefined) return editSequence(value, byteRules, random, size);
    const change = (data: Buffer) => (isUsual(random) ? editSequence(data, byteRules, random) : flipBit(data, random));
    return changeOnceOrMore(value, change, random).subarray(0, MOST_BYTES);
  },
  {
    swollen: (value, part, size) =>
      swollenText(value.toString('latin1'), Buffer.from(part).toString('latin1'), size).map((all) =>
        Buffer.from(all, 'latin1'),
      ),
  },
);

const listRules = <T>(fresh: SequenceRules<readonly T[]>['fresh']): SequenceRules<readonly T[]> => ({
  fresh,
  slice: (value, from, to) => value.slice(from, to),
  join: (parts) => parts.reduce((all, part) => all.concat(part)),
  repeat: (part, times) => Array.from({ length: times }, () => part).flat(),
  arriving: (part) => part,
});

export function list<T>(each: Kind<T>, fresh: readonly T[], most = 60): Kind<readonly T[]> {
  const rules = listRules<T>((random) => {
    const at = random.below(fresh.length);
    return fresh.slice(at, at + 1);
  });
  const change: Kind<readonly T[]>['near'] = (value, random, size) => {
    const at = random.below(value.length);
    const found = value[at];
    return found === undefined || random.below(2) === 0
      ? editSequence(value, rules, random, size)
      : value.with(at, each.near(found, random, size));
  };
  return kind<readonly T[]>(
    fc.array(each),
    (value, random, size) => {
      const changed = changeOnceOrMore(value, change, random, size);
      return size === undefined ? changed.slice(0, most) : changed;
    },
    {
      words: each.words,
      swollen: (value, part, size) =>
        value.flatMap((item, at) => each.swollen(item, part, size).map((swollen) => value.with(at, swollen))),
    },
  );
}

export function record<T extends object>(kinds: { readonly [K in keyof T]: Kind<T[K]> }): Kind<T> {
  const isKey = (key: string): key is Extract<keyof T, string> => key in kinds;
  const keys = Object.keys(kinds).filter(isKey);
  const isWhole = (value: object): value is T => keys.every((key) => key in value);
  const parts: Arbitrary<object> = fc.record(kinds);
  const changePart = <K extends keyof T>(value: T, key: K, random: Random, size?: number): T => ({
    ...value,
    [key]: kinds[key].near(value[key], random, size),
  });
  const change: Kind<T>['near'] = (value, random, size) => {
    const key = keys[random.below(keys.length)];
    return key === undefined ? value : changePart(value, key, random, size);
  };
  const swollenPart = <K extends keyof T>(value: T, key: K, part: string, size: number): T[] =>
    kinds[key].swollen(value[key], part, size).map((swollen) => ({ ...value, [key]: swollen }));
  return kind(parts.filter(isWhole), (value, random, size) => changeOnceOrMore(value, change, random, size), {
    words: [...new Set(keys.flatMap((key) => kinds[key].words))],
    swollen: (value, part, size) => keys.flatMap((key) => swollenPart(value, key, part, size)),
  });
}

/** One of these values; the first is the simplest. */
export function choice<const T extends string | number | boolean | null | undefined>(
  values: readonly [T, ...T[]],
): Kind<T> {
  const any: Arbitrary<T> = fc.constantFrom(...values);
  return kind(any, (value, random, size) => (size === undefined ? random.pick(values) : value));
}

export function whole(most: number): Kind<number> {
  return kind(fc.nat(most), (value, random, size) => {
    if (size !== undefined) return value;
    const close = [0, 1, value + 1, Math.max(0, value - 1), value * 2, most, random.below(most + 1)];
    return Math.min(most, among(random, close, 0));
  });
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !isList(value);
// With `fromEntries`, `__proto__` is an ordinary key.
const fromEntries = (entries: readonly (readonly [string, Json])[]): Json => Object.fromEntries(entries);

const ODD_JSON: readonly Json[] = [
  ...[null, true, false, 0, -1, 0.1, 1e308, 2 ** 53, 2 ** 31, -0.5, '', ' ', '0', '-1', '1e999', 'NaN', '\0', '\ud800'],
  ...['{memfs}', '#a:output=b', '../..', '💥', 'a'.repeat(300), [], {}, [[]], [null], { a: null }, [{}]],
];
const ODD_KEYS = ['__proto__', 'constructor', 'toString', 'length', 'id', 'version', 'a.b', '', '0'];
const DEEPEST = 200;

const words = text({ most: 600 });
const pickOddJson = (random: Random): Json => among(random, ODD_JSON, null);
const { any: anyJson } = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    words,
    fc.array(tie('any')),
    fc.dictionary(words, tie('any'), { noNullPrototype: true }),
  ),
}));

function nest(value: Json, random: Random): Json {
  const isInLists = random.below(2) === 0;
  let all = value;
  for (let level = random.below(DEEPEST + 1); level > 0; level -= 1) all = isInLists ? [all] : { a: all };
  return all;
}

function editObject(value: { readonly [key: string]: Json }, random: Random, size?: number): Json {
  const entries = Object.entries(value);
  const sample = random.below(2) === 0 ? pickOddJson(random) : among(random, Object.values(value), null);
  if (size === undefined) {
    const pickKey = (by: Random) => among(by, [...ODD_KEYS, ...Object.keys(value)], '');
    const rules = listRules<readonly [string, Json]>((by) => [[pickKey(by), sample]]);
    return fromEntries(editSequence(entries, rules, random));
  }
  const length = Math.ceil(size / (JSON.stringify(sample).length + 10));
  return fromEntries([...entries, ...Array.from({ length }, (_, i) => [`k${i}`, sample] as const)]);
}

function editJsonHere(value: Json, random: Random, size?: number): Json {
  if (isObject(value)) return editObject(value, random, size);
  if (isList(value))
    return editSequence(
      value,
      listRules<Json>((by) => [pickOddJson(by)]),
      random,
      size,
    );
  if (typeof value === 'string') return words.near(value, random, size);
  if (size !== undefined) return Array.from({ length: Math.ceil(size / 5) }, () => value);
  if (typeof value !== 'number') return pickOddJson(random);
  return random.pick([0, -1, (value % 2 ** 40) * 2, value + 0.5, -value, 2 ** 53, 1e21, 1e308]);
}

function editJson(value: Json, random: Random, size?: number): Json {
  const entries: (readonly [string, Json])[] = isList(value) || isObject(value) ? Object.entries(value) : [];
  const at = random.below(entries.length);
  const [key, part] = entries[at] ?? ['', null];
  if (entries.length > 0 && isUsual(random)) {
    const changed = editJson(part, random, size);
    return isList(value) ? value.with(at, changed) : fromEntries(entries.with(at, [key, changed]));
  }
  if (size !== undefined || random.below(6) > 0) return editJsonHere(value, random, size);
  return random.below(5) > 0 ? pickOddJson(random) : nest(value, random);
}

function swollenJson(value: Json, part: string, size: number): Json[] {
  if (typeof value === 'string') return swollenText(value, part, size);
  if (isList(value)) {
    const long =
      value.length === 0
        ? []
        : [Array.from({ length: Math.ceil(size / 16) }, (_, i) => value[i % value.length] ?? null)];
    return [
      ...value.slice(0, 1).flatMap((item) => swollenJson(item, part, size).map((swollen) => value.with(0, swollen))),
      ...long,
    ];
  }
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  return entries.flatMap(([key, item], at) =>
    swollenJson(item, part, size).map((swollen) => fromEntries(entries.with(at, [key, swollen]))),
  );
}

export const json: Kind<Json> = kind(
  anyJson,
  (value, random, size) => changeOnceOrMore(value, editJson, random, size),
  { swollen: swollenJson },
);
