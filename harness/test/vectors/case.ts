export type Case = {
  id: string;
  names: string[];
  level: string | null;
  quirk: boolean;
  /** Stored data or the config of the core, if the vector is about them. */
  given: unknown;
  expected: unknown;
  compared?: (value: unknown) => unknown;
  /** Throws with a reason if a feature is missing. */
  actual: () => unknown;
};

export type Group = Record<string, unknown>;

export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const group = (value: unknown): Group => (isGroup(value) ? value : {});
export const list = (value: unknown): Group[] => (Array.isArray(value) ? value.filter(isGroup) : []);
export const text = (value: unknown, fallback = ''): string => (typeof value === 'string' ? value : fallback);

export function caseOf(vector: Group, name: string, expected: unknown, actual: () => unknown): Case {
  const { id, kind, coder, level, quirk, stored, coreConfig } = vector;
  return {
    id: text(id, '(no id)'),
    names: [name, text(kind), text(coder)].filter((entry) => entry !== ''),
    level: typeof level === 'string' ? level : null,
    quirk: quirk === true,
    given: stored ?? coreConfig,
    expected,
    actual,
  };
}

/** Some vectors have one expectation per level, others one for all. */
export const atLevel = (expected: unknown, level: string): unknown =>
  isGroup(expected) && ('1.1.0' in expected || '1.14.0' in expected) ? expected[level] : expected;

export function ffmpegOf(skills: unknown, fallback: { major: number; minor: number }) {
  const { version_major: major, version_minor: minor } = group(group(skills).ffmpeg);
  return typeof major === 'number' ? { major, minor: typeof minor === 'number' ? minor : 0 } : fallback;
}

/** `path`: `control.hls.listSize`. */
export function changeSetting(stored: Group, path: string, value: unknown): Group {
  const [key = '', ...rest] = path.split('.');
  return { ...stored, [key]: rest.length === 0 ? value : changeSetting(group(stored[key]), rest.join('.'), value) };
}

/** Top-level keys that differ, with those of the output by name. */
const parts = (process: object | null): Group => {
  const { output, ...rest } = group(JSON.parse(JSON.stringify(process)));
  const [first, ...others] = list(output);
  const outputs = Object.entries(group(first)).map(([key, value]) => [`output.${key}`, value]);
  return { ...rest, others, ...Object.fromEntries(outputs) };
};
export const differences = (first: object | null, other: object | null): string[] => {
  const [before, after] = [parts(first), parts(other)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).sort();
};

const isNested = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !(Array.isArray(value) && value.every((item) => Object(item) !== item));

/** Paths that were changed or lost. Added ones are not listed, and 10 equals "10". */
export function lossesIn(before: unknown, after: unknown, path = ''): string[] {
  if (!isNested(before) || !isNested(after)) return String(before) === String(after) ? [] : [path];
  const at = path === '' ? '' : `${path}.`;
  return Object.entries(before).flatMap(([key, value]) => lossesIn(value, Reflect.get(after, key), at + key));
}
