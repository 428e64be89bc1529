import * as z from 'zod/mini';
import type { About } from './about.ts';
import { figure, list, text } from './fieldSchemas.ts';

const ClockJump = z.object({
  /** RFC 3339, in the time after the jump. */
  at: text(),
  by_seconds: figure(),
});
export type ClockJump = z.infer<typeof ClockJump>;

const ClockJumps = list(ClockJump);

/** Returns the last clock jump of the embedded core, or null. */
export const clockJumpOf = (about: About): ClockJump | null =>
  z
    .parse(ClockJumps, [about.clock_jump])
    .find(({ at, by_seconds }) => !Number.isNaN(Date.parse(at)) && by_seconds !== 0) ?? null;
