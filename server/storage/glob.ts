import { compileWhole, type Pattern } from '../pattern/expression.ts';

const MAX_SIGNS = 1_024;

/**
 * `*` and `?` stop at `/`, `**` does not; `[ab]`, `[!a]`, `{a,b}`, and `\` escapes. Matches the whole name; null if
 * malformed.
 */
export function compileGlob(glob: string): Pattern | null {
  if (glob.length > MAX_SIGNS) return null;
  const [simple, before, star, after] = /^([^*?[\]{}\\]*)(\*\*?)([^*?[\]{}\\]*)$/.exec(glob) ?? [];
  if (simple !== undefined) return oneStar(before ?? '', after ?? '', star === '**');
  const prefix = findGlobPrefix(glob);
  const source = expressionOf([...glob.slice(prefix.length)]);
  const rest = source === null ? null : compileWhole(source);
  if (rest === null) return null;
  // Most names already differ before the first star.
  return { test: (name) => name.startsWith(prefix) && rest.test(name.slice(prefix.length)) };
}

/** Fast path for nearly all globs; thousands of names are matched every second. */
const oneStar = (before: string, after: string, isAny: boolean): Pattern => ({
  test: (name) =>
    name.length >= before.length + after.length &&
    name.startsWith(before) &&
    name.endsWith(after) &&
    (isAny || !name.slice(before.length, name.length - after.length).includes('/')),
});

function expressionOf(glob: readonly string[]): string | null {
  let [source, groups] = ['', 0];
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at] ?? '';
    if (character === '\\') {
      at += 1;
      const meant = glob[at];
      if (meant === undefined) return null;
      source += literal(meant);
    } else if (character === '*') {
      const isAny = glob[at + 1] === '*';
      if (isAny) at += 1;
      source += isAny ? '(?s:.*)' : '[^/]*';
    } else if (character === '?') source += '[^/]';
    else if (character === '[') {
      const end = glob.indexOf(']', at + 2);
      if (end === -1) return null;
      source += listOf(glob.slice(at + 1, end));
      at = end;
    } else if (character === '{') {
      source += '(?:';
      groups += 1;
    } else if (character === '}' && groups > 0) {
      source += ')';
      groups -= 1;
    } else source += character === ',' && groups > 0 ? '|' : literal(character);
  }
  return groups === 0 ? source : null;
}

const literal = (character: string): string => (/^[!-/:-@[-`{-~]$/.test(character) ? `\\${character}` : character);

function listOf(listed: readonly string[]): string {
  const isNegated = listed[0] === '!' || listed[0] === '^';
  const rest = isNegated ? listed.slice(1) : listed;
  let ranges = '';
  for (let at = 0; at < rest.length; at += 1) {
    ranges += literal(rest[at] ?? '');
    if (rest[at + 1] !== '-' || at + 2 >= rest.length) continue;
    at += 2;
    ranges += `-${literal(rest[at] ?? '')}`;
  }
  if (ranges === '') return isNegated ? '(?s:.)' : NOTHING;
  return `[${isNegated ? '^' : ''}${ranges}]`;
}

const NOTHING = '[^\\x{0}-\\x{10ffff}]';

/** `/a/b` for `/a/b*.ts`. */
export const findGlobPrefix = (glob: string): string => /^[^*?[\]{}\\]*/.exec(glob)?.[0] ?? '';

/** Returns the folder of all possible matches: `/a/b/` for `/a/b/*.ts`. */
export function findGlobFolder(glob: string): string {
  const plain = findGlobPrefix(glob);
  return plain.startsWith('/') ? plain.slice(0, plain.lastIndexOf('/') + 1) : '/';
}
