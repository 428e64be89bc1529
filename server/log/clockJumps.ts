import { createClockWatch } from '../util/clockWatch.ts';
import type { Log } from './index.ts';

/** The last jump of the wall clock, as `GET /api` names it. */
export interface ClockJump {
  /** RFC 3339, by the clock since then. */
  readonly at: string;
  /** Negative: it was set back. */
  readonly by_seconds: number;
}

export interface ClockJumps {
  /** null: there was none that the operator should know of. */
  last(): ClockJump | null;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;
/** A machine without a battery begins before it, until it learns the time: that is no news. */
const NO_TIME_BEFORE_MS = Date.UTC(2020, 0);

/** Says once that the clock was set, or that the machine slept: times of before and after do not go together. */
export function watchClockJumps(log: Log): ClockJumps {
  const clock = createClockWatch();
  let last: ClockJump | null = null;
  const timer = setInterval(() => {
    const byMs = clock.look();
    if (byMs === 0) return;
    const now = new Date();
    const jump = { at: now.toISOString(), by_seconds: Math.round(byMs / 1000) };
    const fields = { by_seconds: jump.by_seconds, before: new Date(now.getTime() - byMs).toISOString() };
    if (now.getTime() - byMs < NO_TIME_BEFORE_MS) log.write('info', 'Core', 'The clock was set', fields);
    else {
      last = jump;
      log.write('warn', 'Core', 'The clock has jumped: no file is removed by its age for some hours', fields);
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return { last: () => last, stop: () => clearInterval(timer) };
}
