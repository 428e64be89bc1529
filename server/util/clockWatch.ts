import { elapsedMs } from './elapsedMs.ts';

/** Smaller corrections are normal for a time service. */
const JUMP_MS = 60_000;

export interface ClockWatch {
  /** Returns the jump in ms since the last call, negative for backward; 0 for none. */
  look(): number;
  sinceJumpMs(): number;
}

export function createClockWatch(): ClockWatch {
  const offset = () => Date.now() - elapsedMs();
  let offsetMs = offset();
  let jumpedMs = Number.NEGATIVE_INFINITY;
  const readClock = (): number => {
    const byMs = offset() - offsetMs;
    offsetMs += byMs;
    if (Math.abs(byMs) < JUMP_MS) return 0;
    jumpedMs = elapsedMs();
    return byMs;
  };
  return {
    look: readClock,
    sinceJumpMs: () => {
      readClock();
      return elapsedMs() - jumpedMs;
    },
  };
}
