import { elapsedMs } from './elapsedMs.ts';

/** Smaller corrections are normal for a time service. */
const JUMP_MS = 60_000;

export interface ClockWatch {
  /** Returns the jump in ms since the last call, negative for backward; 0 for none. */
  look(): number;
  sinceJumpMs(): number;
}

export function createClockWatch(): ClockWatch {
  const ahead = () => Date.now() - elapsedMs();
  let offsetMs = ahead();
  let jumpedMs = Number.NEGATIVE_INFINITY;
  const readClock = (): number => {
    const shiftMs = ahead() - offsetMs;
    offsetMs += shiftMs;
    if (Math.abs(shiftMs) < JUMP_MS) return 0;
    jumpedMs = elapsedMs();
    return shiftMs;
  };
  return {
    look: readClock,
    sinceJumpMs: () => {
      readClock();
      return elapsedMs() - jumpedMs;
    },
  };
}
