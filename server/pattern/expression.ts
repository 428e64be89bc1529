import { RE2JSException, RE2Set } from 're2js';
import { weightOf } from './expressionCost.ts';

export interface Pattern {
  test(text: string): boolean;
}

type ParseResult =
  | { readonly status: 'read'; readonly pattern: Pattern; readonly weight: number }
  | { readonly status: 'refused'; readonly why: string };

const MOST_SIGNS = 1_024;
/** The time of a match is at most this by the length of the text. */
const MOST_WEIGHT = 4_000;
/** The cache that a pattern may build from earlier texts to match faster. */
const MEMORY = 128 * 1024;

/** Callers read the same few again for each request. */
const known = new Map<string, ParseResult>();
const KNOWN = 64;

const refused = (reason: string): ParseResult => ({ status: 'refused', why: `error parsing regexp: ${reason}` });

/** Compiled by a linear-time engine: without lookaround and backreferences. */
function read(source: string, anchor: number): ParseResult {
  const weight = weightOf(source);
  if (weight > MOST_WEIGHT) return refused('expression too large');
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
  if (source.length > MOST_SIGNS) return refused('expression too long');
  const reading = known.get(source) ?? read(source, RE2Set.UNANCHORED);
  // A requested entry becomes the newest.
  known.delete(source);
  known.set(source, reading);
  const [oldest] = known.size > KNOWN ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  return reading;
}

/**
 * A regular expression as the core whose API this is reads them, in time linear in the text. It may fit any part of a
 * text. null: it cannot be read. `spend` is told of the work, before it is done.
 */
export function compileExpression(source: string, spend?: (work: number) => void): Pattern | null {
  // A cached entry may be evicted by the time it is requested again, so it costs the same.
  spend?.(2_000 * Math.min(source.length, MOST_SIGNS));
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

/** Why an expression cannot be read, in the words of Go; null: it can. */
export function expressionFault(source: string): string | null {
  const reading = readExpression(source);
  return reading.status === 'refused' ? reading.why : null;
}

/** One that must fit the whole text. The text of the expression is ours, and as long as it likes. */
export function compileWhole(source: string): Pattern | null {
  const reading = read(source, RE2Set.ANCHOR_BOTH);
  return reading.status === 'read' ? reading.pattern : null;
}
