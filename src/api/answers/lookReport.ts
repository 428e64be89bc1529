import * as z from 'zod/mini';

const Time = z.number().check(z.gte(0), z.lte(1e15));

/** What the agent has seen of a channel lately. Written to the core's memory after each look. Times in ms since 1970. */
export const LookReport = z.object({
  version: z.literal(1),
  /** End of what was seen last; null: nothing yet. */
  at: z.nullable(Time),
  /** Null: no video, unknown, or a picture that the operator has chosen. `still`: it did not move before either. */
  picture: z.nullable(z.object({ status: z.enum(['moving', 'black', 'frozen', 'still']), since: z.nullable(Time) })),
  sound: z.nullable(z.object({ status: z.enum(['heard', 'silent']), since: z.nullable(Time) })),
  /** Why the last look failed, or null. */
  failure: z.nullable(z.enum(['refused', 'failed', 'no-video', 'slow', 'unreadable'])),
  /** The last picture, 9 × 8 cells from 0 to 255: it tells the next agent a new slide from the same one. */
  grey: z.optional(z.array(z.number().check(z.gte(0), z.lte(255))).check(z.length(72))),
});
export type LookReport = z.infer<typeof LookReport>;
