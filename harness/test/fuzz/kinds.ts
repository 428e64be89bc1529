import fc, { type Arbitrary } from 'fast-check';
import { sizeOf } from './assertions.ts';

/** A sort of input: fast-check generates and shrinks it, `near` changes one that is there. */
export interface Kind<T> extends Arbitrary<T> {
  /** Inputs that differ from this one in a few places; with `size`: in one, where a part is repeated up to that size. */
  near(value: T, size?: number): Arbitrary<T>;
}

const kind = <T>(any: Arbitrary<T>, near: Kind<T>['near']): Kind<T> => Object.assign(any, { near });

const mostly = <T>(usual: Arbitrary<T>, other: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: other });

/** Once, and half as often each time again; growing inputs change once, so that each size grows the same part. */
const changeOnceOrMore = <T>(value: T, change: Kind<T>['near'], size?: number): Arbitrary<T> =>
  size !== undefined
    ? change(value, size)
    : fc
        .boolean()
        .chain((isLast) =>
          isLast ? change(value) : change(value).chain((changed) => changeOnceOrMore(changed, change)),
        );

/** Texts, bytes and lists, each by the two operations that edits need. */
interface SequenceRules<S> {
  readonly slice: (value: S, from: number, to?: number) => S;
  readonly join: (parts: readonly S[]) => S;
  /** Parts to insert as a whole. */
  readonly fresh: Arbitrary<S>;
}

function repeatPart<S extends { readonly length: number }>(part: S, times: number, rules: SequenceRules<S>): S {
  let all = part;
  while (all.length < times * part.length) all = rules.join([all, all]);
  return rules.slice(all, 0, times * part.length);
}

/** Replaces a part by another, once or several times: insertions, deletions and cut ends are cases of it. */
function editSequence<S extends { readonly length: number }>(
  value: S,
  rules: SequenceRules<S>,
  size?: number,
): Arbitrary<S> {
  const place = fc.integer({ min: 0, max: value.length });
  const length = mostly(fc.nat(12), place);
  const own = fc.tuple(place, length).map(([from, count]) => rules.slice(value, from, from + count));
  const times = mostly(fc.nat(1), fc.nat(12));
  const removed = mostly(length, fc.constantFrom(0, 1, value.length));
  return fc.tuple(place, removed, mostly(rules.fresh, own), times).map(([from, count, part, several]) => {
    const repeated = size === undefined ? several : Math.ceil(size / sizeOf(part));
    const inserted = part.length === 0 ? part : repeatPart(part, repeated, rules);
    return rules.join([rules.slice(value, 0, from), inserted, rules.slice(value, from + count)]);
  });
}

interface TextRules {
  /** Keywords of the parser, inserted as a whole. */
  readonly words?: readonly string[];
  /** Mutations make it no longer than this. */
  readonly most?: number;
  /** What is left of a text on the way to the parser, where somebody before it takes something out. */
  readonly arriving?: (text: string) => string;
}

const ODD_TEXTS = [
  ...['', ' ', '\0', '\t', '\r\n', '\n', '\ud800', '\udc00', '💥', 'é', '\u2028', '\u202e', '\ufeff', '\u001b[31m'],
  ...['%', '%00', '%2e%2e%2f', '%ff', '../', '..\\', '//', '\\', '"', "'", '`', '<', '>', '&', '$&', '$1', '${', '{{'],
  ...['__proto__', 'constructor', 'null', 'undefined', 'NaN', '-1', '0', '1e999', '9007199254740993', '99999999999999'],
  ...['[', ']', '(', ')', '{', '}', '*', '**', '?', '+', '|', '^', ',', ';', ':', '=', '#', '@', '-', '.', '~'],
];

/** `a` is the simplest one. */
const sign = (last: number): Arbitrary<string> => {
  const rotate = (code: number, by: number) => (code + by + last + 1) % (last + 1);
  return fc.nat(last).map(
    (code) => String.fromCharCode(rotate(code, 97)),
    (value) => rotate(String(value).charCodeAt(0), -97),
  );
};
const signs = fc.oneof({ weight: 2, arbitrary: sign(0x7f) }, { weight: 1, arbitrary: sign(0xffff) });

export function text({ words = [], most = 2000, arriving = (all) => all }: TextRules = {}): Kind<string> {
  const arrive = (all: string) => arriving(all.slice(0, most));
  const odd = fc.oneof(fc.constantFrom(...ODD_TEXTS), signs);
  const rules: SequenceRules<string> = {
    slice: (value, from, to) => value.slice(from, to),
    join: (parts) => parts.join(''),
    fresh: words.length === 0 ? odd : mostly(fc.constantFrom(...words), odd),
  };
  const split = (value: unknown): string[] => {
    if (typeof value !== 'string') throw new TypeError('no text');
    return value.split('');
  };
  const any = fc.array(fc.oneof(signs, rules.fresh)).map((parts) => arrive(parts.join('')), split);
  return kind(any, (value, size) => {
    const changed = changeOnceOrMore(value, (each, to) => editSequence(each, rules, to), size);
    return changed.map(size === undefined ? arrive : arriving);
  });
}

/** What an HTTP parser lets through as the value of a header. */
export const headerText = (words: readonly string[]): Kind<string> =>
  text({ words, arriving: (all) => all.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim() });

const MOST_BYTES = 8192;
const ODD_BYTES = [
  ...['00', 'ff', '7f', '80', 'ffff', 'ffffff', '00ffffff', '7fffffff', 'ffffffff', '00000001', '00000009'],
];

/** Bytes as a row has them. */
export const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');

const byteRules: SequenceRules<Buffer> = {
  slice: (value, from, to) => value.subarray(from, to),
  join: (parts) => Buffer.concat(parts),
  fresh: fc.oneof(
    fc.constantFrom(...ODD_BYTES).map(hex),
    fc.nat(255).map((byte) => Buffer.from([byte])),
  ),
};
const anyBytes: Arbitrary<Buffer> = fc.uint8Array().map(
  (all) => Buffer.from(all),
  (value) => {
    if (!Buffer.isBuffer(value)) throw new TypeError('no bytes');
    return Uint8Array.from(value);
  },
);
const flipBit = (value: Buffer): Arbitrary<Buffer> =>
  fc.tuple(fc.nat(Math.max(0, value.length - 1)), fc.nat(7)).map(([at, bit]) => {
    const flipped = Buffer.from(value);
    if (at < value.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
    return flipped;
  });

export const bytes = kind(anyBytes, (value, size) =>
  size !== undefined
    ? editSequence(value, byteRules, size)
    : changeOnceOrMore(value, (each) => mostly(editSequence(each, byteRules), flipBit(each))).map((changed) =>
        changed.subarray(0, MOST_BYTES),
      ),
);

const listRules = <T>(fresh: Arbitrary<T>): SequenceRules<readonly T[]> => ({
  slice: (value, from, to) => value.slice(from, to),
  join: (parts) => parts.reduce((all, part) => all.concat(part)),
  fresh: fresh.map((value) => [value]),
});

/** Several of a kind; new ones are taken from `fresh`. */
export function list<T>(each: Kind<T>, fresh: readonly T[], most = 60): Kind<readonly T[]> {
  const added: Arbitrary<T> = fc.constantFrom(...fresh);
  const rules = listRules(added);
  const changeOne = (value: readonly T[], size?: number): Arbitrary<readonly T[]> =>
    fc.nat(Math.max(0, value.length - 1)).chain((at) => {
      const found = value[at];
      return found === undefined ? rules.fresh : each.near(found, size).map((changed) => value.with(at, changed));
    });
  return kind<readonly T[]>(fc.array(each), (value, size) => {
    const change = (all: readonly T[], to?: number) => fc.oneof(editSequence(all, rules, to), changeOne(all, to));
    const changed = changeOnceOrMore(value, change, size);
    return size === undefined ? changed.map((all) => all.slice(0, most)) : changed;
  });
}

/** A group of inputs of several kinds; one or more of them change at a time. */
export function record<T extends object>(kinds: { readonly [K in keyof T]: Kind<T[K]> }): Kind<T> {
  const isKey = (key: string): key is Extract<keyof T, string> => key in kinds;
  const keys = Object.keys(kinds).filter(isKey);
  const isWhole = (value: object): value is T => keys.every((key) => key in value);
  const parts: Arbitrary<object> = fc.record(kinds);
  const changePart = <K extends keyof T>(value: T, key: K, size?: number): Arbitrary<T> =>
    kinds[key].near(value[key], size).map((part) => ({ ...value, [key]: part }));
  return kind(parts.filter(isWhole), (value, size) =>
    changeOnceOrMore(
      value,
      (each, to) => fc.constantFrom<keyof T>(...keys).chain((key) => changePart(each, key, to)),
      size,
    ),
  );
}

/** One of a few; the first is the simplest. */
export function choice<const T extends string | number | boolean | null | undefined>(
  values: readonly [T, ...T[]],
): Kind<T> {
  const any: Arbitrary<T> = fc.constantFrom(...values);
  return kind(any, (value, size) => (size === undefined ? any : fc.constant(value)));
}

/** A whole number from 0 on. */
export function whole(most: number): Kind<number> {
  const any = fc.nat(most);
  return kind(any, (value, size) => {
    const close = [0, 1, value + 1, Math.max(0, value - 1), value * 2, most].map((number) => Math.min(most, number));
    return size === undefined ? fc.oneof(any, fc.constantFrom(...close)) : fc.constant(value);
  });
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !isList(value);
// From entries, so that `__proto__` is a key like any other.
const fromEntries = (entries: readonly (readonly [string, Json])[]): Json => Object.fromEntries(entries);

const ODD_JSON: readonly Json[] = [
  ...[null, true, false, 0, -1, 0.1, 1e308, 2 ** 53, 2 ** 31, -0.5, '', ' ', '0', '-1', '1e999', 'NaN', '\0', '\ud800'],
  ...['{memfs}', '#a:output=b', '../..', '💥', 'a'.repeat(300), [], {}, [[]], [null], { a: null }, [{}]],
];
const ODD_KEYS = ['__proto__', 'constructor', 'toString', 'length', 'id', 'version', 'a.b', '', '0'];
const DEEPEST = 200;

const words = text({ most: 600 });
const oddJson = fc.constantFrom(...ODD_JSON);
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

const nested = (value: Json): Arbitrary<Json> =>
  fc.tuple(fc.nat(DEEPEST), fc.boolean()).map(([levels, inLists]) => {
    let all = value;
    for (let level = 0; level < levels; level += 1) all = inLists ? [all] : { a: all };
    return all;
  });

function editObject(value: { readonly [key: string]: Json }, size?: number): Arbitrary<Json> {
  const entries = Object.entries(value);
  const values = fc.oneof(oddJson, fc.constantFrom<Json>(null, ...Object.values(value)));
  const keys = fc.constantFrom(...ODD_KEYS, ...Object.keys(value));
  if (size === undefined) return editSequence(entries, listRules(fc.tuple(keys, values))).map(fromEntries);
  return values.map((each) => {
    const length = Math.ceil(size / (JSON.stringify(each).length + 10));
    return fromEntries([...entries, ...Array.from({ length }, (_, i) => [`k${i}`, each] as const)]);
  });
}

function editJsonHere(value: Json, size?: number): Arbitrary<Json> {
  if (isObject(value)) return editObject(value, size);
  if (isList(value)) return editSequence(value, listRules(oddJson), size);
  if (typeof value === 'string') return words.near(value, size);
  if (size !== undefined) return fc.constant(Array.from({ length: Math.ceil(size / 5) }, () => value));
  if (typeof value !== 'number') return oddJson;
  return fc.constantFrom(0, -1, (value % 2 ** 40) * 2, value + 0.5, -value, 2 ** 53, 1e21, 1e308);
}

/** Changes one place of it, however deep. */
function editJson(value: Json, size?: number): Arbitrary<Json> {
  const edited = editJsonHere(value, size);
  const replaced = fc.oneof({ weight: 4, arbitrary: oddJson }, { weight: 1, arbitrary: nested(value) });
  const here =
    size === undefined ? fc.oneof({ weight: 5, arbitrary: edited }, { weight: 1, arbitrary: replaced }) : edited;
  if (!(isList(value) || isObject(value))) return here;
  const entries = Object.entries(value);
  if (entries.length === 0) return here;
  const inside = fc.nat(entries.length - 1).chain((at) => {
    const [key, part = null]: readonly [string, Json] = entries[at] ?? ['', null];
    return editJson(part, size).map((changed) =>
      isList(value) ? value.with(at, changed) : fromEntries(entries.with(at, [key, changed])),
    );
  });
  return mostly(inside, here);
}

export const json: Kind<Json> = kind(anyJson, (value, size) => changeOnceOrMore(value, editJson, size));
