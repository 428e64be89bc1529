import { among, cutsOf, type Kind, repeatedly } from './inputKind.ts';

/** A group of inputs of several kinds; one or more of them change at a time. */
export function record<T extends object>(kinds: { readonly [K in keyof T]: Kind<T[K]> }): Kind<T> {
  const keys: readonly (keyof T)[] = Object.keys(kinds).filter((key): key is Extract<keyof T, string> => key in kinds);
  const withPart = <K extends keyof T>(value: T, key: K, part: T[K]): T => ({ ...value, [key]: part });
  const sizeOf = <K extends keyof T>(value: T, key: K) => kinds[key].size(value[key]);
  return {
    mutate: (value, random) =>
      repeatedly(value, random, (each) => {
        const key = keys[random.below(keys.length)];
        return key === undefined ? each : withPart(each, key, kinds[key].mutate(each[key], random));
      }),
    grow: (value, random, size) => {
      const key = keys[random.below(keys.length)];
      return key === undefined ? value : withPart(value, key, kinds[key].grow(value[key], random, size));
    },
    *smaller(value) {
      for (const key of keys) for (const part of kinds[key].smaller(value[key])) yield withPart(value, key, part);
    },
    size: (value) => keys.reduce((sum, key) => sum + sizeOf(value, key), 0),
    show: (value) => `{ ${keys.map((key) => `${String(key)}: ${kinds[key].show(value[key])}`).join(', ')} }`,
  };
}

/** Several of a kind; new ones are taken from `fresh`. */
export const list = <T>(kind: Kind<T>, fresh: readonly T[], most = 60): Kind<readonly T[]> => ({
  mutate: (value, random) =>
    repeatedly(value, random, (each) => {
      const at = random.below(each.length + 1);
      const found = each[at];
      switch (random.below(4)) {
        case 0:
          return each.toSpliced(at, 1);
        case 1:
          return each.toSpliced(at, 0, ...fresh.slice(random.below(fresh.length)).slice(0, 1)).slice(0, most);
        case 2:
          return each.toSpliced(at, 0, ...each.slice(random.below(each.length + 1)).slice(0, 3)).slice(0, most);
        default:
          return found === undefined ? each : each.with(at, kind.mutate(found, random));
      }
    }),
  grow(value, random, size) {
    const at = random.below(value.length);
    const found = value[at] ?? fresh[0];
    if (found === undefined) return value;
    if (random.below(2) === 0) return value.toSpliced(at, 1, kind.grow(found, random, size));
    return [...value, ...Array.from({ length: Math.ceil(size / (kind.size(found) + 1)) }, () => found)];
  },
  *smaller(value) {
    for (const [from, to] of cutsOf(value.length)) yield value.toSpliced(from, to - from);
    for (const [at, each] of value.entries()) for (const less of kind.smaller(each)) yield value.with(at, less);
  },
  size: (value) => value.reduce((sum, each) => sum + 1 + kind.size(each), 0),
  show: (value) => `[${value.map(kind.show).join(', ')}]`,
});

/** One of a few; the first is the simplest. */
export const choice = <const T extends string | number | boolean | null | undefined>(
  values: readonly [T, ...T[]],
): Kind<T> => ({
  mutate: (_, random) => among(random, values, values[0]),
  grow: (value) => value,
  smaller: (value) => values.slice(0, values.indexOf(value)),
  size: () => 1,
  show: (value) => JSON.stringify(value) ?? 'undefined',
});

/** A whole number from 0 on. */
export const whole = (most: number): Kind<number> => ({
  mutate: (value, random) =>
    Math.min(
      most,
      among(random, [0, 1, value + 1, Math.max(0, value - 1), value * 2, random.below(most + 1), most], 0),
    ),
  grow: (value) => value,
  smaller: (value) => [0, Math.floor(value / 2), value - 1].filter((less) => less >= 0 && less < value),
  size: () => 1,
  show: String,
});
