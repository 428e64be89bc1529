import { createClockWatch } from '../util/clockWatch.ts';
import type { Log } from './index.ts';

export interface ClockJump {
  /** RFC 3339, by the new clock. */
  readonly at: string;
  /** Negative if set back. */
  readonly by_seconds: number;
}

export interface ClockJumps {
  last(): ClockJump | null;
  stop(): void;
}

const POLL_INTERVAL_MS = 1_000;
/** A machine without a battery starts before it; setting its clock is no news. */
const NO_TIME_BEFORE_MS = Date.UTC(2020, 0);

/** Logs each jump of the clock or sleep of the machine, because times before and after do not compare. */
export function watchClockJumps(log: Log): ClockJumps {
  const clock = createClockWatch();
  let last: ClockJump | null = null;
  const timer = setInterval(() => {
    const shiftMs = clock.look();
    if (shiftMs === 0) return;
    const now = new Date();
    const jump = { at: now.toISOString(), by_seconds: Math.round(shiftMs / 1000) };
    const fields = { by_seconds: jump.by_seconds, before: new Date(now.getTime() - shiftMs).toISOString() };
    if (now.getTime() - shiftMs < NO_TIME_BEFORE_MS) log.write('info', 'Core', 'The clock was set', fields);
    else {
      last = jump;
      log.write('warn', 'Core', 'The clock has jumped: no file is removed by its age for some hours', fields);
    }
  }, POLL_INTERVAL_MS);
  timer.unref();
  return { last: () => last, stop: () => clearInterval(timer) };
}
