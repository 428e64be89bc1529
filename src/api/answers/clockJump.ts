import * as z from 'zod/mini';
import type { About } from './about.ts';
import { figure, list, text } from './fieldSchemas.ts';

const ClockJump = z.object({
  /** RFC 3339, by the clock since then. */
  at: text(),
  /** Negative: it was set back. */
  by_seconds: figure(),
});
export type ClockJump = z.infer<typeof ClockJump>;

const ClockJumps = list(ClockJump);

/** The last jump of the embedded core's clock, null if there was none. Parsed here, as no login needs it. */
export const clockJumpOf = (about: About): ClockJump | null =>
  z
    .parse(ClockJumps, [about.clock_jump])
    .find(({ at, by_seconds }) => !Number.isNaN(Date.parse(at)) && by_seconds !== 0) ?? null;
