/** A name that a file exports. */
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

/** The types that a file declares, exported or not. */
export const typesOf = (text: string): string[] => [...text.matchAll(TYPE)].map(([, name = '']) => name);

/** Participles without the usual end. */
const IRREGULAR =
  /^(told|said|seen|held|known|ran|given|found|taken|kept|written|chosen|sent|made|gone|left|lost|read|done|stand|sight)$/i;

/**
 * One word that says that something was done or is going on, and to what it does not: `Told`, `Looked`, `Sending`. What
 * is a noun in this field is excepted by the caller.
 */
export const isBareParticiple = (name: string): boolean =>
  IRREGULAR.test(name) || /^[A-Za-z][a-z]*(ed|ing)$/.test(name) || /^(With)?[A-Z]?[a-z]+Seen$/.test(name);

/** Words that a table of the glossary rules out: single words of its third column, without what stands in brackets. */
export const vocabularyRuledOut = (glossary: string): string[] =>
  glossary
    .split('\n')
    .filter((row) => row.startsWith('| ') && !/^\| (?:Word\b|-)/.test(row))
    .flatMap((row) => (row.split('|')[3] ?? '').replaceAll(/\([^)]*\)/g, '').split(','))
    .map((word) => word.trim().toLowerCase())
    .filter((word) => /^[a-z]+$/.test(word));

const COMMENT = /^[ \t]*\/\*\*?\s[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm;

/**
 * Comments that begin with a pronoun in place of a subject: `Who` and `Whoever` in any comment, `What` in one of several
 * lines, which is a text and not a label. Comments beside code are not found.
 */
export const subjectlessComments = (text: string): string[] =>
  [...text.matchAll(COMMENT)]
    .map(([comment]) => ({
      lines: comment.split('\n').length,
      words: comment.replaceAll(/^[ \t]*[/*]+[ \t]*/gm, '').trim(),
    }))
    .filter(({ lines, words }) => (lines > 1 ? /^(Who|Whoever|What|Whatever)\b/ : /^(Who|Whoever)\b/).test(words))
    .map(({ words }) => words.slice(0, 60));

/** Types that several files export under one name: which one is meant, only the path of the import says. */
export function sharedNames(names: readonly ExportedName[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const { name, file, kind } of names)
    if (kind === 'type') owners.set(name, (owners.get(name) ?? new Set()).add(file));
  return [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(', ')}`);
}

/** Words alike in all their endings: `probes` `probing` `probed` and `probe` have one stem. */
const stemOf = (word: string): string =>
  word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=..)(?:ings?|ed|es|s)$/, '')
    .replace(/(?<=..)e$/, '')
    .replace(/([^aeiou])\1$/, '$1');

/** The stems of the words of a name in camel case, of dashes or dots. */
const stemsIn = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => stemOf(word.toLowerCase()));

const REEXPORT = /^export (?:const )?\{([^}]*)\}/gm;
const DEFAULT = /^export default\b/m;

/** The names that a file exports, those of lists and of destructured constants included. */
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

/** Whether a file shares no word with anything that it exports; one that exports nothing but a default has none to share. */
export function isMisnamed(file: string, text: string): boolean {
  const names = allExportsOf(text).filter((name) => name !== 'default');
  if (names.length === 0 || DEFAULT.test(text)) return false;
  const own = stemsIn(file.replace(/^.*\//, '').replace(/\.tsx?$/, ''));
  return !names.flatMap(stemsIn).some((stem) => own.includes(stem));
}
