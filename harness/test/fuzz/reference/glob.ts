type Match = (at: number) => boolean;

/** Slow but short enough to review. undefined: the meaning is not defined (broken globs, sets other than lists). */
export function referenceGlob(glob: string, name: string): boolean | undefined {
  const signs = [...name];
  if (/\[[^\]a-z!]|\[!?[^\]]*[^\]a-z\-!]|\[\]|\[!\]|\[[!]?-|-\]|\[.*!.*!|[a-z]-[a-z]-|\]\]/.test(glob))
    return undefined;
  if (/\[(?![!]?[a-z]+(?:-[a-z])?\])|\[[^\]]*[b-z]-[a-y]/.test(glob)) return undefined;
  // Two stars separated only by braces are not `**`, but would be after expansion.
  if (/\*[{},]+\*/.test(glob)) return undefined;
  const alternatives = braces(glob);
  return alternatives?.some((item) => matches([...item], 0, signs, (at) => at === signs.length));
}

/** Expands `{a,b}`; undefined if a brace is not closed. */
function braces(glob: string): string[] | undefined {
  let depth = 0;
  for (const [i, sign] of [...glob].entries()) {
    if (sign === '\\') return glob.includes('{') ? undefined : escapes(glob);
    if (sign === '[' && /[{},]/.test(glob.slice(i, glob.indexOf(']', i)))) return undefined;
    if (sign === '{') depth += 1;
    if (sign === '}' && depth > 0) depth -= 1;
  }
  if (depth > 0) return undefined;
  const inner = /\{([^{}]*)\}/.exec(glob);
  if (inner === null) return [glob];
  const [whole, list = ''] = inner;
  return list.split(',').flatMap((item) => {
    const written = glob.slice(0, inner.index) + item.replaceAll('}', '\\}') + glob.slice(inner.index + whole.length);
    return item.includes(',') ? [] : (braces(written) ?? []);
  });
}

const escapes = (glob: string): string[] | undefined => (/(?:^|[^\\])(?:\\\\)*\\$/.test(glob) ? undefined : [glob]);

function matches(glob: readonly string[], from: number, name: readonly string[], then: Match, at = 0): boolean {
  const sign = glob[from];
  if (sign === undefined) return then(at);
  const rest = (length: number, next: number) => matches(glob, from + length, name, then, next);
  const char = name[at];
  if (sign === '*') {
    const crosses = glob[from + 1] === '*';
    for (let end = at; end <= name.length; end += 1) {
      if (rest(crosses ? 2 : 1, end)) return true;
      if (!crosses && name[end] === '/') return false;
    }
    return false;
  }
  if (char === undefined) return false;
  if (sign === '?') return char !== '/' && rest(1, at + 1);
  if (sign === '\\') return glob[from + 1] === char && rest(2, at + 1);
  if (sign === '[') {
    const end = glob.indexOf(']', from);
    const not = glob[from + 1] === '!';
    const isIn = inSet(glob.slice(from + (not ? 2 : 1), end).join(''), char);
    return isIn !== not && rest(end - from + 1, at + 1);
  }
  return sign === char && rest(1, at + 1);
}

const inSet = (set: string, sign: string): boolean => {
  const [range = '', from = '', to = ''] = /([a-z])-([a-z])$/.exec(set) ?? [];
  const isSingle = set.slice(0, set.length - range.length).includes(sign);
  return isSingle || (range !== '' && sign >= from && sign <= to && /^[a-z]$/.test(sign));
};
