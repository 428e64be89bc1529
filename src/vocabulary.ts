export interface ExportedName {
  file: string;
  name: string;
  kind: 'type' | 'value';
}

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(type|interface|class|function\*?|const|let) ([A-Za-z_$][\w$]*)/gm;

export const exportsOf = (file: string, text: string): ExportedName[] =>
  [...text.matchAll(EXPORT)].map(([, keyword = '', name = '']) => ({
    file,
    name,
    kind: /^(type|interface|class)$/.test(keyword) ? 'type' : 'value',
  }));

const TYPE = /^\s*(?:export )?(?:declare )?(?:type|interface|enum) ([A-Za-z_$][\w$]*)/gm;

export const typesOf = (text: string): string[] => [...text.matchAll(TYPE)].map(([, name = '']) => name);

const IRREGULAR =
  /^(told|said|seen|held|known|ran|given|found|taken|kept|written|chosen|sent|made|gone|left|lost|read|done|stand|sight)$/i;

/** Whether a name is a single irregular participle, such as `Told`. Words like `Recording` are nouns as well. */
export const isBareParticiple = (name: string): boolean => IRREGULAR.test(name);

/** Returns the single words in the third column of the glossary. Words with brackets have another meaning as well. */
export const vocabularyRuledOut = (glossary: string): string[] =>
  glossary
    .split('\n')
    .filter((row) => row.startsWith('| ') && !/^\| (?:Word\b|-)/.test(row))
    .flatMap((row) => (row.split('|')[3] ?? '').split(/,(?![^(]*\))/))
    .map((word) => word.trim().toLowerCase())
    .filter((word) => /^[a-z]+$/.test(word));

const COMMENT = /^[ \t]*\/\*\*?\s[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm;

/** Returns comments that start with `Who` or `Whoever`, or in several lines with `What` or `Whatever`. */
export const subjectlessComments = (text: string): string[] =>
  [...text.matchAll(COMMENT)]
    .map(([comment]) => ({
      lines: comment.split('\n').length,
      words: comment.replaceAll(/^[ \t]*[/*]+[ \t]*/gm, '').trim(),
    }))
    .filter(({ lines, words }) => (lines > 1 ? /^(Who|Whoever|What|Whatever)\b/ : /^(Who|Whoever)\b/).test(words))
    .map(({ words }) => words.slice(0, 60));

export function sharedNames(names: readonly ExportedName[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const { name, file, kind } of names)
    if (kind === 'type') owners.set(name, (owners.get(name) ?? new Set()).add(file));
  return [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(', ')}`);
}

/** Maps inflections to a common stem: `probes`, `probing` and `probed` to that of `probe`. */
const stemOf = (word: string): string =>
  word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=..)(?:ings?|ed|es|s)$/, '')
    .replace(/(?<=..)e$/, '')
    .replace(/([^aeiou])\1$/, '$1');

/** Returns the stems of the words in a camel-case, dashed or dotted name. */
const stemsIn = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => stemOf(word.toLowerCase()));

const REEXPORT = /^export (?:const )?\{([^}]*)\}/gm;
const DEFAULT = /^export default\b/m;

export const allExportsOf = (text: string): string[] => [
  ...exportsOf('', text).map(({ name }) => name),
  ...[...text.matchAll(REEXPORT)].flatMap(([, list = '']) =>
    list.split(',').flatMap(
      (entry) =>
        entry
          .trim()
          .split(/ as |: /)
          .at(-1)
          ?.match(/[\w$]+$/) ?? [],
    ),
  ),
];

/** Whether a file has no word in common with any of its exports. A file with only a default export is accepted. */
export function isMisnamed(file: string, text: string): boolean {
  const names = allExportsOf(text).filter((name) => name !== 'default');
  if (names.length === 0 || DEFAULT.test(text)) return false;
  const own = stemsIn(file.replace(/^.*\//, '').replace(/\.tsx?$/, ''));
  return !names.flatMap(stemsIn).some((stem) => own.includes(stem));
}
