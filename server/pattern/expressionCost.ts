/**
 * The smallest parts of a pattern: a quotation, an escape, a list, a repetition, else one character. No part of a list
 * can be read in two ways: this is an expression of Node, and an unclosed list must not make it backtrack.
 */
const PARTS =
  /\\Q[\s\S]*?(?:\\E|$)|\\(?:[xpP]\{[^}]*\}|[\s\S])|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|(?!\[:\^?\w+:\])[^\]\\])*\]|\{(?<least>\d+)(?:,(?<most>\d*))?\}|[\s\S]/gu;

/** A list of many signs that are the same in upper and lower case takes milliseconds to be read. */
const FOLDED_LIST = 250;
const IGNORES_CASE = /\(\?[a-zA-Z]*i/;
const HAS_MANY = /^\[.*(?:\\[xpPDSW]|[^ -~])/s;

/**
 * At least the number of steps that an expression becomes, up to a small factor, known before it is made: what is repeated
 * is written out, so that 1 kB of `a{1000}` takes seconds and hundreds of MB. Of what cannot be read it means nothing.
 */
export function weightOf(source: string): number {
  const folds = IGNORES_CASE.test(source);
  const open: number[] = [];
  // Of the group that is being read, and of the last part of it, which a repetition repeats.
  let [sum, last] = [0, 0];
  const put = (weight: number) => {
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
      put(inner);
    } else if (groups?.least !== undefined) {
      const times = Math.max(Number(groups.least), Number(groups.most ?? 0), 1);
      sum += last * (times - 1) * (groups.most === undefined ? 1 : 2);
      last *= times;
    } else if (part.startsWith('\\Q')) put(part.length);
    else if ('*+?|'.includes(part)) sum += 1;
    else put(folds && HAS_MANY.test(part) ? FOLDED_LIST : 1);
  }
  return open.reduce((all, each) => all + each, sum);
}
