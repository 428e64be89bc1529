import { RE2JSException, RE2Set } from 're2js';

/** Tokens of a pattern. Each class has only one reading, so that an unclosed one cannot make Node backtrack. */
const PARTS =
  /\\Q[\s\S]*?(?:\\E|$)|\\(?:[xpP]\{[^}]*\}|[\s\S])|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|(?!\[:\^?\w+:\])[^\]\\])*\]|\{(?<least>\d+)(?:,(?<most>\d*))?\}|[\s\S]/gu;

/** Case-insensitive classes of many characters take milliseconds to compile. */
const FOLDED_LIST = 250;
const IGNORES_CASE = /\(\?[a-zA-Z]*i/;
const HAS_MANY = /^\[.*(?:\\[xpPDSW]|[^ -~])/s;

/** Estimates the compiled steps: repetitions are unrolled, so 1 kB of `a{1000}` takes seconds and hundreds of MB. */
export function weighExpression(source: string): number {
  const folds = IGNORES_CASE.test(source);
  const open: number[] = [];
  // Weights of the open group, and of its last part, which a repetition multiplies.
  let [sum, last] = [0, 0];
  const addWeight = (weight: number) => {
    sum += weight;
    last = weight;
  };
  for (const { 0: part, groups } of source.matchAll(PARTS)) {
    if (part === '(') {
      open.push(sum);
      [sum, last] = [0, 0];
    } else if (part === ')') {
      const inner = sum + 2;
      sum = open.pop() ?? 0;
      addWeight(inner);
    } else if (groups?.least !== undefined) {
      const times = Math.max(Number(groups.least), Number(groups.most ?? 0), 1);
      sum += last * (times - 1) * (groups.most === undefined ? 1 : 2);
      last *= times;
    } else if (part.startsWith('\\Q')) addWeight(part.length);
    else if ('*+?|'.includes(part)) sum += 1;
    else addWeight(folds && HAS_MANY.test(part) ? FOLDED_LIST : 1);
  }
  return open.reduce((all, value) => all + value, sum);
}

export interface Pattern {
  test(text: string): boolean;
}

type ParseResult =
  | { readonly status: 'read'; readonly pattern: Pattern; readonly weight: number }
  | { readonly status: 'refused'; readonly why: string };

const MAX_SIGNS = 1_024;
/** Matching takes at most this many steps per character. */
const MAX_WEIGHT = 4_000;
/** Cache of states that a pattern builds while matching. */
const MEMORY = 128 * 1024;

/** Callers compile the same few patterns for each request. */
const cache = new Map<string, ParseResult>();
const KNOWN = 64;

const reject = (reason: string): ParseResult => ({ status: 'refused', why: `error parsing regexp: ${reason}` });

/** Uses a linear-time engine, without lookaround and backreferences. */
function read(source: string, anchor: number): ParseResult {
  const weight = weighExpression(source);
  if (weight > MAX_WEIGHT) return reject('expression too large');
  try {
    const set = new RE2Set(anchor, 0, MEMORY);
    set.add(source);
    set.compile();
    return { status: 'read', pattern: { test: (text) => set.match(text).length > 0 }, weight };
  } catch (error) {
    if (error instanceof RE2JSException) return { status: 'refused', why: error.message };
    throw error;
  }
}

function readExpression(source: string): ParseResult {
  if (source.length > MAX_SIGNS) return reject('expression too long');
  const reading = cache.get(source) ?? read(source, RE2Set.UNANCHORED);
  cache.delete(source);
  cache.set(source, reading);
  const [oldest] = cache.size > KNOWN ? cache.keys() : [];
  if (oldest !== undefined) cache.delete(oldest);
  return reading;
}

/** Compiles unanchored; null if invalid. `spend` gets the work before it is done. */
export function compileExpression(source: string, spend?: (work: number) => void): Pattern | null {
  // Costs the same as a miss, because a cached entry may be evicted before the next call.
  spend?.(2_000 * Math.min(source.length, MAX_SIGNS));
  const reading = readExpression(source);
  if (reading.status === 'refused') return null;
  const { pattern, weight } = reading;
  if (spend === undefined) return pattern;
  return {
    test(text) {
      spend((weight + 50) * text.length);
      return pattern.test(text);
    },
  };
}

export function findExpressionFault(source: string): string | null {
  const reading = readExpression(source);
  return reading.status === 'refused' ? reading.why : null;
}

/** Matches the whole text. Only for our own patterns, because the length is not limited. */
export function compileWhole(source: string): Pattern | null {
  const reading = read(source, RE2Set.ANCHOR_BOTH);
  return reading.status === 'read' ? reading.pattern : null;
}
