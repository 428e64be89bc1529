import { elapsedMs } from './elapsedMs.ts';

/** Less is what a time service does all the time. */
const JUMP_MS = 60_000;

export interface ClockWatch {
  /** Milliseconds by which the wall clock has jumped since the last look, negative if it was set back; 0: it has not. */
  look(): number;
  /** Infinity: it has not jumped since the watch began. */
  sinceJumpMs(): number;
}

/** Finds jumps of the wall clock by the steady one: it was set, or the machine slept. */
export function createClockWatch(): ClockWatch {
  const ahead = () => Date.now() - elapsedMs();
  let known = ahead();
  let jumpedMs = Number.NEGATIVE_INFINITY;
  const look = (): number => {
    const byMs = ahead() - known;
    known += byMs;
    if (Math.abs(byMs) < JUMP_MS) return 0;
    jumpedMs = elapsedMs();
    return byMs;
  };
  return {
    look,
    sinceJumpMs: () => {
      look();
      return elapsedMs() - jumpedMs;
    },
  };
}
