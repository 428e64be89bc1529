/** One vector, ready to be judged. */
export type Case = {
  id: string;
  /** What `--kind` may name: the group, the kind, the coder. */
  names: string[];
  level: string | null;
  quirk: boolean;
  /** What it is about, where that is stored data, or what the core is set to. */
  given: unknown;
  expected: unknown;
  /** Throws with a reason when what the vector asks for is not built. */
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

/** Some expectations stand once per level; one without a level holds for all. */
export const atLevel = (expected: unknown, level: string): unknown =>
  isGroup(expected) && ('1.1.0' in expected || '1.14.0' in expected) ? expected[level] : expected;

/** The ffmpeg of a vector. */
export function ffmpegOf(skills: unknown, otherwise: { major: number; minor: number }) {
  const { version_major: major, version_minor: minor } = group(group(skills).ffmpeg);
  return typeof major === 'number' ? { major, minor: typeof minor === 'number' ? minor : 0 } : otherwise;
}
