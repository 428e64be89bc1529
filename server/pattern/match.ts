import type { Program } from './program.ts';

export interface Pattern {
  test(text: string): boolean;
}

interface Matching {
  /** It must fit the whole text, not a part of it. */
  readonly isWhole: boolean;
  /** Told of the work of each match. */
  readonly spend?: (steps: number) => void;
}

/** Matches in one walk over the text, with all steps that can be reached held at once: nothing grows beyond their number. */
export function patternOf(program: Program, { isWhole, spend }: Matching): Pattern {
  const seen = new Uint32Array(program.length);
  let round = 0;
  let work = 0;
  let reached: number[] = [];
  const open: number[] = [];

  /** All steps that can be had from `start` without a sign; true: the end is among them. */
  const enter = (start: number, before: number, after: number): boolean => {
    let isEnd = false;
    open.push(start);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === round) continue;
      seen[at] = round;
      work += 1;
      const step = program[at];
      if (step === undefined) continue;
      if (step.kind === 'fork') open.push(...step.to);
      else if (step.kind === 'sign') reached.push(at);
      else if (step.kind === 'end') isEnd = true;
      else if (step.holds(before, after)) open.push(at + 1);
    }
    return isEnd;
  };

  const walk = (text: string): boolean => {
    const length = text.length;
    let current: number[] = [];
    let before = -1;
    let after = text.codePointAt(0) ?? -1;
    reached = [];
    nextRound();
    let isEnd = enter(0, before, after);
    for (let at = 0; at < length; ) {
      if (isEnd && !isWhole) return true;
      if (reached.length === 0 && isWhole) return false;
      const sign = after;
      at += sign > 0xffff ? 2 : 1;
      before = sign;
      after = text.codePointAt(at) ?? -1;
      current = reached;
      reached = [];
      isEnd = false;
      nextRound();
      for (const each of current) {
        const step = program[each];
        work += 1;
        if (step?.kind === 'sign' && step.accepts(sign) && enter(each + 1, before, after)) isEnd = true;
      }
      // It may also begin here.
      if (!isWhole && enter(0, before, after)) isEnd = true;
    }
    return isEnd;
  };

  const nextRound = () => {
    round = (round + 1) >>> 0;
    if (round === 0) {
      seen.fill(0);
      round = 1;
    }
  };

  return {
    test(text) {
      work = 0;
      const fits = walk(text);
      spend?.(work);
      return fits;
    },
  };
}
