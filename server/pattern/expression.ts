import { classes, controls, LINE_ENDS, WORD } from './classes.ts';
import { type Pattern, patternOf } from './match.ts';
import { MOST_WRITTEN, type Node, programOf } from './program.ts';
import { choice, codeOf, isIn, type Range, signs } from './signs.ts';

const MOST_SIGNS = 1_024;
const MOST_REPEATS = 1_000;

/**
 * A regular expression as the core whose API this is reads them, in time linear in the text: there is nothing that looks
 * ahead or behind, and no reference to what was found. It may fit any part of a text. null: it cannot be read.
 */
export function compileExpression(source: string, spend?: (steps: number) => void): Pattern | null {
  if (source.length > MOST_SIGNS) return null;
  // Making one costs more than a step of a match.
  spend?.(20 * source.length);
  try {
    const program = programOf(new Reader(source).all());
    spend?.(5 * (program?.length ?? MOST_WRITTEN));
    return program === null ? null : patternOf(program, { isWhole: false, ...(spend === undefined ? {} : { spend }) });
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

class Unreadable extends Error {}

const isWord = isIn(WORD);
const isBoundary = (before: number, after: number) => isWord(before) !== isWord(after);
const places: ReadonlyMap<string, (before: number, after: number) => boolean> = new Map([
  ['^', (before: number) => before === -1],
  ['$', (_: number, after: number) => after === -1],
  ['\\b', isBoundary],
  ['\\B', (before: number, after: number) => !isBoundary(before, after)],
]);

const oneOf = (code: number): readonly Range[] => [[code, code]];

class Reader {
  private rest: string;

  constructor(source: string) {
    this.rest = source;
  }

  all(): Node {
    const tree = this.alternatives();
    if (this.rest !== '') throw new Unreadable();
    return tree;
  }

  /** What stands next, if it has this form. The forms begin with `^`. */
  private take(form: RegExp): RegExpExecArray | null {
    const found = form.exec(this.rest);
    if (found !== null) this.rest = this.rest.slice(found[0].length);
    return found;
  }

  private alternatives(): Node {
    const parts = [this.sequence()];
    while (this.take(/^\|/) !== null) parts.push(this.sequence());
    return choice(parts);
  }

  private sequence(): Node[] {
    const parts: Node[] = [];
    while (this.rest !== '' && !/^[|)]/.test(this.rest)) parts.push(this.repeated(this.item()));
    return parts;
  }

  private repeated(part: Node): Node {
    const found = this.take(/^(?:([*+?])|\{(\d{1,9})(?:(,)(\d{0,9}))?\})\??/);
    if (found === null) return part;
    if (part.kind === 'place') throw new Unreadable();
    const [, sign, from, comma, to] = found;
    const least = sign === undefined ? Number(from) : sign === '+' ? 1 : 0;
    const upTo = to === undefined || to === '' ? Number.POSITIVE_INFINITY : Number(to);
    const most = sign === undefined ? (comma === undefined ? least : upTo) : sign === '?' ? 1 : upTo;
    if (least > most || least > MOST_REPEATS || (most > MOST_REPEATS && Number.isFinite(most))) throw new Unreadable();
    return { kind: 'repeat', part, least, most };
  }

  private item(): Node {
    const place = places.get(this.take(/^(?:\^|\$|\\[bB])/)?.[0] ?? '');
    if (place !== undefined) return { kind: 'place', holds: place };
    if (this.take(/^\(/) !== null) return this.group();
    if (this.take(/^\[/) !== null) return this.list();
    if (this.take(/^\./) !== null) return signs(LINE_ENDS, true);
    if (this.take(/^(?:[*+?]|\{\d+(?:,\d*)?\})/) !== null) throw new Unreadable();
    return signs(this.sign());
  }

  private group(): Node {
    // Without a mark it is remembered, which is the same here; `(?=` and its kin are not.
    if (this.take(/^\?(?::|P?<[A-Za-z_]\w*>)/) === null && this.rest.startsWith('?')) throw new Unreadable();
    const inner = this.alternatives();
    if (this.take(/^\)/) === null) throw new Unreadable();
    return { kind: 'sequence', parts: [inner] };
  }

  /** Behind a `[`. */
  private list(): Node {
    const isNegated = this.take(/^\^/) !== null;
    const ranges: Range[] = [];
    while (this.take(/^\]/) === null) {
      const low = this.listed();
      // A `-` at the end is one.
      const high = this.take(/^-(?!\])/) === null ? null : this.listed();
      if (high === null) ranges.push(...low);
      else ranges.push(...between(low, high));
    }
    return signs(ranges, isNegated);
  }

  private listed(): readonly Range[] {
    if (this.rest === '') throw new Unreadable();
    return this.take(/^\\b/) === null ? this.sign() : oneOf(0x08);
  }

  /** One sign, or what stands for some of them. */
  private sign(): readonly Range[] {
    const [text = '', escaped] = this.take(/^(?:\\([\s\S])|[\s\S])/u) ?? [];
    if (text === '' || text === '\\') throw new Unreadable();
    if (escaped === undefined) return oneOf(codeOf(text));
    const known = classes.get(escaped);
    if (known !== undefined) return known;
    const control = controls.get(escaped);
    if (control !== undefined) return oneOf(control);
    const hex = escaped === 'x' ? this.take(/^[\da-f]{2}/i) : escaped === 'u' ? this.take(/^[\da-f]{4}/i) : null;
    if (hex !== null) return oneOf(Number.parseInt(hex[0], 16));
    // `\1` is a reference; other letters may mean something to other readers.
    if (/[\w]/.test(escaped)) throw new Unreadable();
    return oneOf(codeOf(escaped));
  }
}

/** `a-z`; with `\d` on one side the `-` is one. */
function between(low: readonly Range[], high: readonly Range[]): readonly Range[] {
  const [first, isClass] = [
    low[0]?.[0] ?? 0,
    [low, high].some(([only, more]) => more !== undefined || only?.[0] !== only?.[1]),
  ];
  if (isClass) return [...low, ...oneOf(codeOf('-')), ...high];
  const last = high[0]?.[0] ?? 0;
  if (last < first) throw new Unreadable();
  return [[first, last]];
}
