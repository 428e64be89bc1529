const MEANS_ITSELF = /[\\^$.|+()]/;

/**
 * A glob as cleanup rules and file lists use it: `*` and `?` stop at `/`, `**` does not, `[ab]`, `[!a]`, `{a,b}`, and
 * `\` before a character that means itself. It must match the whole name. null: the glob is broken.
 */
export function globToRegExp(glob: string): RegExp | null {
  let source = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob.charAt(at);
    if (character === '\\') {
      at += 1;
      if (at >= glob.length) return null;
      source += literal(glob.charAt(at));
    } else if (character === '*') {
      const any = glob.charAt(at + 1) === '*';
      if (any) at += 1;
      source += any ? '.*' : '[^/]*';
    } else if (character === '?') {
      source += '[^/]';
    } else if (character === '[') {
      const end = glob.indexOf(']', at + 2);
      if (end === -1) return null;
      const listed = glob.slice(at + 1, end);
      const not = listed.startsWith('!') || listed.startsWith('^');
      source += `[${not ? '^' : ''}${(not ? listed.slice(1) : listed).replace(/[\\\]^[]/g, '\\$&')}]`;
      at = end;
    } else if (character === '{') {
      depth += 1;
      source += '(?:';
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else if (character === ',' && depth > 0) {
      source += '|';
    } else {
      source += literal(character);
    }
  }
  if (depth > 0) return null;
  try {
    return new RegExp(`^${source}$`, 'su');
  } catch {
    // e.g. a range in the wrong order, `[b-a]`
    return null;
  }
}

const literal = (character: string): string =>
  MEANS_ITSELF.test(character) || '[]{}*?'.includes(character) ? `\\${character}` : character;

/** The folder that everything a glob can match lies in: `/a/b/` for `/a/b/*.ts`. */
export function folderOf(glob: string): string {
  const plain = /^[^*?[\]{}\\]*/.exec(glob)?.[0] ?? '';
  return plain.startsWith('/') ? plain.slice(0, plain.lastIndexOf('/') + 1) : '/';
}
