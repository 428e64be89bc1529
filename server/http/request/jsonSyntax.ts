const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

interface MostShape {
  readonly levels: number;
  readonly values: number;
}

/** Runs before parsing: a text of brackets or commas would take a hundred times its memory. */
export function findShapeFault(text: string, max: MostShape): { readonly deepAt: number } | 'tooMany' | null {
  if (text.length <= Math.min(max.levels, max.values)) return null;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (char === BRACKET || char === BRACE) {
      depth += 1;
      values += 1;
      if (depth > max.levels) return { deepAt: at };
      if (values > max.values) return 'tooMany';
    } else if (char === BRACKET + 2 || char === BRACE + 2) {
      depth -= 1;
    } else if (char === COMMA) {
      values += 1;
      if (values > max.values) return 'tooMany';
    }
  }
  return null;
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === BACKSLASH) at += 1;
    else if (char === QUOTE) return at;
  }
  return text.length;
}

/** In the real core's words. `offset` includes the bad character. */
interface SyntaxFault {
  readonly kind: 'fault';
  readonly offset: number;
  readonly message: string;
}

/** `offset` is the end of the value, or the start of a list or object. */
interface FoundPlace<T> {
  readonly kind: 'found';
  readonly offset: number;
  readonly noted: T;
}

/** Tree of the keys that lead to requested places. */
export interface Places<T> {
  noted: T | null;
  readonly inside: Map<string, Places<T>>;
}

export function buildPlaces<T>(entries: Iterable<readonly [path: readonly PropertyKey[], noted: T]>): Places<T> {
  const root: Places<T> = { noted: null, inside: new Map() };
  for (const [path, noted] of entries) {
    let node = root;
    for (const key of path.map(String)) {
      const next = node.inside.get(key) ?? { noted: null, inside: new Map() };
      node.inside.set(key, next);
      node = next;
    }
    node.noted ??= noted;
  }
  return root;
}

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const [QUOTE, BACKSLASH, FIRST_PRINTABLE] = [0x22, 0x5c, 0x20];

class Broken extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** `places` is null if nothing is requested inside. */
interface Container<T> {
  readonly isList: boolean;
  readonly places: Places<T> | null;
  index: number;
}

/** Reads once, up to the first fault or requested place, and keeps only the path: anybody may send the text. */
export function locateInJson<T>(text: string, places: Places<T> | null): SyntaxFault | FoundPlace<T> | null {
  let at = 0;

  const skip = () => {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  };
  const syntaxError = (where: string): Broken =>
    at >= text.length
      ? new Broken(text.length, 'unexpected end of JSON input')
      : new Broken(at + 1, `invalid character '${text.charAt(at)}' ${where}`);
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isFound = pattern.test(text);
    if (isFound) at = pattern.lastIndex;
    return isFound;
  };
  const string = () => {
    at += 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      const isFit = code === BACKSLASH ? match(ESCAPE) : code >= FIRST_PRINTABLE;
      if (!isFit) {
        at = text.length;
        throw syntaxError('');
      }
      if (code !== BACKSLASH) at += 1;
    }
    at += 1;
  };
  /** Advances to the next value of a container, and returns the places requested in it. */
  const placesIn = (container: Container<T>): Places<T> | null => {
    if (container.isList) {
      container.index += 1;
      return container.places?.inside.get(String(container.index - 1)) ?? null;
    }
    skip();
    const start = at;
    if (text.charAt(at) !== '"') throw syntaxError('looking for beginning of object key string');
    string();
    const end = at;
    skip();
    if (text.charAt(at) !== ':') throw syntaxError('after object key');
    at += 1;
    return container.places?.inside.get(JSON.parse(text.slice(start, end))) ?? null;
  };

  const read = (): FoundPlace<T> | null => {
    const containers: Container<T>[] = [];
    let current = places;
    for (;;) {
      skip();
      const opening = text.charAt(at);
      const isContainer = opening === '[' || opening === '{';
      if (isContainer) at += 1;
      else if (opening === '"') string();
      else if (!match(LITERAL)) throw syntaxError('looking for beginning of value');
      if (current !== null && current.noted !== null) return { kind: 'found', offset: at, noted: current.noted };
      skip();
      if (isContainer && text.charAt(at) !== (opening === '[' ? ']' : '}')) {
        const container = { isList: opening === '[', places: current, index: 0 };
        containers.push(container);
        current = placesIn(container);
        continue;
      }
      if (isContainer) at += 1;
      const around = climb(containers);
      if (around === null) return null;
      current = placesIn(around);
    }
  };
  /** Leaves all containers that end here; null at the end of the text. */
  const climb = (containers: Container<T>[]): Container<T> | null => {
    for (;;) {
      skip();
      const last = containers.at(-1);
      if (last === undefined) break;
      const char = text.charAt(at);
      if (char !== ',' && char !== (last.isList ? ']' : '}')) {
        throw syntaxError(`after ${last.isList ? 'array element' : 'object key:value pair'}`);
      }
      at += 1;
      if (char === ',') return last;
      containers.pop();
    }
    if (at < text.length) throw syntaxError('after top-level value');
    return null;
  };

  try {
    return read();
  } catch (error) {
    if (error instanceof Broken) return { kind: 'fault', offset: error.offset, message: error.message };
    throw error;
  }
}

/** `line 2, character 14`; the real core counts the line feed as the first character of its line. */
export function formatPosition(text: string, offset: number): string {
  const end = Math.min(offset + 1, text.length);
  let line = 1;
  let lineStart = -1;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at;
  }
  return `line ${line}, character ${lineStart === -1 ? end : end - lineStart}`;
}
