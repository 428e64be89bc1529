import * as z from 'zod/mini';
import type { About } from './about.ts';

const ClockJump = z.object({
  /** RFC 3339, by the clock since then. */
  at: z.string().check(z.refine((at) => !Number.isNaN(Date.parse(at)))),
  /** Negative: it was set back. */
  by_seconds: z.number(),
});
export type ClockJump = z.infer<typeof ClockJump>;

/** The last jump of the embedded core's clock, null if there was none. Parsed here, as no login needs it. */
export const clockJumpOf = (about: About): ClockJump | null => z.safeParse(ClockJump, about.clock_jump).data ?? null;
