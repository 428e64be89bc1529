import { type Pattern, patternOf } from '../pattern/match.ts';
import { type Node, programOf } from '../pattern/program.ts';
import { choice, codeOf, manyOf, type Range, sequence, sign, signs } from '../pattern/signs.ts';

const SLASH: Range = [0x2f, 0x2f];
/** Longer than any path: whoever writes such a one looks for work, not for files. */
const MOST_SIGNS = 1_024;

/**
 * A glob as cleanup rules and file lists use it: `*` and `?` stop at `/`, `**` does not, `[ab]`, `[!a]`, `{a,b}`, and
 * `\` before a character that means itself. It must match the whole name. null: the glob is broken.
 */
export function compileGlob(glob: string): Pattern | null {
  if (glob.length > MOST_SIGNS) return null;
  const [simple, before, star, after] = /^([^*?[\]{}\\]*)(\*\*?)([^*?[\]{}\\]*)$/.exec(glob) ?? [];
  if (simple !== undefined) return oneStar(before ?? '', after ?? '', star === '**');
  const prefix = /^[^*?[\]{}\\]*/.exec(glob)?.[0] ?? '';
  const tree = treeOf([...glob.slice(prefix.length)]);
  const program = tree === null ? null : programOf(tree);
  if (program === null) return null;
  const rest = patternOf(program, { isWhole: true });
  // Most names differ in what stands before the first star.
  return { test: (name) => name.startsWith(prefix) && rest.test(name.slice(prefix.length)) };
}

/** What nearly all of them are; there are thousands of names to be asked every second. */
const oneStar = (before: string, after: string, isAny: boolean): Pattern => ({
  test: (name) =>
    name.length >= before.length + after.length &&
    name.startsWith(before) &&
    name.endsWith(after) &&
    (isAny || !name.slice(before.length, name.length - after.length).includes('/')),
});

/** Alternatives of a `{`, or of the whole: the last of them is the one that is being written. */
type Alternatives = Node[][];

function treeOf(glob: readonly string[]): Node | null {
  const groups: Alternatives[] = [[[]]];
  const put = (node: Node) => groups.at(-1)?.at(-1)?.push(node);
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at] ?? '';
    if (character === '\\') {
      at += 1;
      const literal = glob[at];
      if (literal === undefined) return null;
      put(sign(codeOf(literal)));
    } else if (character === '*') {
      const isAny = glob[at + 1] === '*';
      if (isAny) at += 1;
      put(manyOf(signs(isAny ? [] : [SLASH], true)));
    } else if (character === '?') put(signs([SLASH], true));
    else if (character === '[') {
      const end = glob.indexOf(']', at + 2);
      const listed = end === -1 ? null : listOf(glob.slice(at + 1, end));
      if (listed === null) return null;
      put(listed);
      at = end;
    } else if (character === '{') groups.push([[]]);
    else if (character === '}' && groups.length > 1) put(choice(groups.pop() ?? []));
    else if (character === ',' && groups.length > 1) groups.at(-1)?.push([]);
    else put(sign(codeOf(character)));
  }
  return groups.length === 1 ? sequence(groups[0]?.[0] ?? []) : null;
}

/** `ab`, `a-z`, `!a`; null: a range in the wrong order. */
function listOf(listed: readonly string[]): Node | null {
  const isNegated = listed[0] === '!' || listed[0] === '^';
  const rest = isNegated ? listed.slice(1) : listed;
  const ranges: Range[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const first = codeOf(rest[at] ?? '');
    const isRange = rest[at + 1] === '-' && at + 2 < rest.length;
    const last = isRange ? codeOf(rest[at + 2] ?? '') : first;
    if (isRange) at += 2;
    if (last < first) return null;
    ranges.push([first, last]);
  }
  return signs(ranges, isNegated);
}

/** The folder that everything a glob can match lies in: `/a/b/` for `/a/b/*.ts`. */
export function folderOf(glob: string): string {
  const plain = /^[^*?[\]{}\\]*/.exec(glob)?.[0] ?? '';
  return plain.startsWith('/') ? plain.slice(0, plain.lastIndexOf('/') + 1) : '/';
}
