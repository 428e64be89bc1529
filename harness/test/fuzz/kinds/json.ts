import { among, type Kind, type Random, repeatedly } from './inputKind.ts';
import { text } from './text.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !isList(value);

// From entries, so that `__proto__` is a key like any other.
const ofEntries = (entries: Iterable<readonly [string, Json]>): Json => Object.fromEntries(entries);

const odd: readonly Json[] = [
  ...[null, true, false, 0, -1, 0.1, 1e308, 2 ** 53, 2 ** 31, -0.5, '', ' ', '0', '-1', '1e999', 'NaN', '\0', '\ud800'],
  ...['{memfs}', '#a:output=b', '../..', '💥', 'a'.repeat(300), [], {}, [[]], [null], { a: null }, [{}]],
];
const keys = ['__proto__', 'constructor', 'toString', 'length', 'id', 'version', 'a.b', '', '0'];

const DEEPEST = 200;
const nestedIn = (value: Json, levels: number, kind: number): Json => {
  let nested = value;
  for (let level = 0; level < levels; level += 1) nested = kind === 0 ? [nested] : { a: nested };
  return nested;
};

type Change = (value: Json, random: Random) => Json;

/** Changes one place of it. */
function somewhere(value: Json, random: Random, change: Change): Json {
  if (isList(value) && value.length > 0 && random.below(5) > 0) {
    const at = random.below(value.length);
    return value.map((each, i) => (i === at ? somewhere(each, random, change) : each));
  }
  if (isObject(value) && random.below(5) > 0) {
    const entries = Object.entries(value);
    const at = random.below(entries.length);
    if (entries.length > 0)
      return ofEntries(entries.map(([key, each], i) => [key, i === at ? somewhere(each, random, change) : each]));
  }
  return change(value, random);
}

const words = text({ most: 600 });

function changed(value: Json, random: Random): Json {
  const turn = random.below(8);
  if (turn === 0) return among(random, odd, null);
  if (turn === 1 && random.below(4) === 0) return nestedIn(value, random.below(DEEPEST), random.below(2));
  if (typeof value === 'string') return words.mutate(value, random);
  if (typeof value === 'number')
    return among(random, [0, -1, (value % 2 ** 40) * 2, value + 0.5, -value, 2 ** 53, 1e21, 1e308], 0);
  if (isList(value)) {
    const at = random.below(value.length + 1);
    const other = random.below(2) === 0 ? among(random, value, null) : among(random, odd, null);
    return [...value.slice(0, at), ...(random.below(2) === 0 ? [other] : []), ...value.slice(at + random.below(2))];
  }
  if (!isObject(value)) return among(random, odd, null);
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  const key = random.below(2) === 0 ? among(random, keys, '') : (entries[random.below(entries.length + 1)]?.[0] ?? '');
  const added: readonly [string, Json][] = random.below(2) === 0 ? [[key, among(random, odd, null)]] : [];
  return ofEntries([...entries.slice(0, at), ...added, ...entries.slice(at + random.below(2))]);
}

function grown(value: Json, random: Random, size: number): Json {
  if (typeof value === 'string') return words.grow(value, random, size);
  if (isList(value)) {
    const part = value.length > 0 ? value : [among(random, odd, null)];
    return Array.from({ length: Math.ceil(size / JSON.stringify(part).length) }, () => part).flat(1);
  }
  if (isObject(value)) {
    const each = among(random, [...Object.values(value), ...odd], null);
    const length = Math.ceil(size / (JSON.stringify(each).length + 10));
    return ofEntries([...Object.entries(value), ...Array.from({ length }, (_, i) => [`k${i}`, each] as const)]);
  }
  return Array.from({ length: Math.ceil(size / 5) }, () => value);
}

function* simpler(value: Json): Iterable<Json> {
  if (value !== null) yield null;
  if (typeof value === 'string') yield* words.smaller(value);
  else if (isList(value)) {
    for (let at = 0; at < value.length; at += 1) yield value.filter((_, i) => i !== at);
    for (const [at, each] of value.entries())
      for (const less of simpler(each)) yield value.map((kept, i) => (i === at ? less : kept));
  } else if (isObject(value)) {
    const entries = Object.entries(value);
    for (let at = 0; at < entries.length; at += 1) yield ofEntries(entries.filter((_, i) => i !== at));
    for (const [at, [key, each]] of entries.entries())
      for (const less of simpler(each)) yield ofEntries(entries.map((kept, i) => (i === at ? [key, less] : kept)));
  }
}

const shown = (value: Json): string => {
  const source = JSON.stringify(value);
  // In a program the key would be taken for the prototype.
  return source.includes('"__proto__"') ? `JSON.parse(${JSON.stringify(source)})` : source.slice(0, 4000);
};

export const json: Kind<Json> = {
  mutate: (value, random) => repeatedly(value, random, (each) => somewhere(each, random, changed)),
  grow: (value, random, size) => somewhere(value, random, (part) => grown(part, random, size)),
  smaller: simpler,
  size: (value) => JSON.stringify(value).length,
  show: shown,
};
