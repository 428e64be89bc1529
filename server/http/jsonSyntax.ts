/** Where a JSON text is broken, in the words of the core's messages. `offset` counts the bad character in. */
export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
}

/** Where the value at `path` ends in a JSON text (for lists and objects: where it begins). */
export type ValueOffsets = ReadonlyMap<string, number>;

export const offsetKey = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

class SyntaxFaultError extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\p{Cc}]|\u007f|[\u0080-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
// As deep as the core's own parser goes; V8's may go deeper, but this one is recursive.
const MAX_DEPTH = 2000;

/** Only called for a text that JSON.parse or a schema has refused, so it may be slow. */
export function locate(text: string): { fault: SyntaxFault } | { offsets: ValueOffsets } {
  const offsets = new Map<string, number>();
  let at = 0;

  const skip = () => {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  };
  const broken = (where: string): SyntaxFaultError => {
    if (at >= text.length) return new SyntaxFaultError(text.length, 'unexpected end of JSON input');
    return new SyntaxFaultError(at + 1, `invalid character '${text.charAt(at)}' ${where}`);
  };
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const string = (where: string): string => {
    const found = match(STRING);
    if (found !== null) return JSON.parse(found);
    if (text.charAt(at) !== '"') throw broken(where);
    at = text.length;
    throw broken('in string literal');
  };

  const entries = (close: string, kind: string, entry: () => void) => {
    at += 1;
    skip();
    if (text.charAt(at) === close) {
      at += 1;
      return;
    }
    for (;;) {
      skip();
      entry();
      skip();
      if (text.charAt(at) === close) break;
      if (text.charAt(at) !== ',') throw broken(`after ${kind}`);
      at += 1;
    }
    at += 1;
  };

  const value = (path: readonly PropertyKey[]): void => {
    skip();
    const begin = text.charAt(at);
    if (path.length > MAX_DEPTH) throw new SyntaxFaultError(at, 'exceeded max depth');
    if (begin === '{') {
      offsets.set(offsetKey(path), at + 1);
      entries('}', 'object key:value pair', () => {
        const key = string('looking for beginning of object key string');
        skip();
        if (text.charAt(at) !== ':') throw broken('after object key');
        at += 1;
        value([...path, key]);
      });
      return;
    }
    if (begin === '[') {
      let index = 0;
      offsets.set(offsetKey(path), at + 1);
      entries(']', 'array element', () => {
        value([...path, index]);
        index += 1;
      });
      return;
    }
    if (begin === '"') string('');
    else if (match(LITERAL) === null) throw broken('looking for beginning of value');
    offsets.set(offsetKey(path), at);
  };

  try {
    value([]);
    skip();
    if (at < text.length) throw broken('after top-level value');
    return { offsets };
  } catch (error) {
    if (error instanceof SyntaxFaultError) return { fault: { offset: error.offset, message: error.message } };
    throw error;
  }
}

/** `line 2, character 14`; the core counts the line feed as the first character of its line. */
export function lineAndCharacter(text: string, offset: number): string {
  const seen = text.slice(0, offset + 1);
  const lineStart = seen.lastIndexOf('\n');
  const line = seen.split('\n').length;
  return `line ${line}, character ${lineStart === -1 ? seen.length : seen.length - lineStart}`;
}
