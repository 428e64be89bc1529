import * as z from 'zod/mini';

const Time = z.number().check(z.gte(0), z.lte(1e15));
const Delay = z.number().check(z.gte(-60), z.lte(1000));

/**
 * Faults at a platform. `gone`: viewers get nothing any more; `other`: another programme; `old`: the programme of
 * another time, or the same seconds again.
 */
export const PROOF_FAULTS = ['gone', 'black', 'frozen', 'silent', 'other', 'old'] as const;
/**
 * Reasons for not knowing. `still`, `dark`, `plain`: the picture does not say; `own`: the channel itself could not be
 * looked at; `address`: nothing is there; `unreadable`: it is no stream; `slow`: no answer in time; `refused`: the core
 * may not read it; `network`: the core cannot reach it; `login`: it asks for one; `busy`: the CPU is at its
 * limit.
 */
export const PROOF_DOUBTS = [
  ...(['still', 'dark', 'plain', 'own'] as const),
  ...(['address', 'unreadable', 'slow', 'refused', 'network', 'login', 'busy'] as const),
] as const;

/**
 * Whether viewers of a platform get what the channel sends. Times in ms since 1970, delays in seconds.
 * `seen`: `delay` is null for audio alone. `late`: later than before, or falling behind. `unseen`: `since` is when it
 * was seen last, or when it was first looked for; `wasSeen` tells which, since its output started.
 */
const Proof = z.union([
  z.object({ status: z.literal('seen'), at: Time, delay: z.nullable(Delay) }),
  z.object({ status: z.literal('late'), at: Time, delay: Delay, since: Time }),
  z.object({
    ...{ status: z.literal('unseen'), since: Time, fault: z.enum(PROOF_FAULTS) },
    wasSeen: z.optional(z.boolean()),
  }),
  z.object({ status: z.literal('unclear'), since: Time, doubt: z.enum(PROOF_DOUBTS) }),
]);

/** What viewers of the platforms of a channel get. Written to the core's memory by the agent after each look. */
export const ProofReport = z.object({
  version: z.literal(1),
  /** When it was written. */
  at: Time,
  /** Keyed by the process id of a publication. */
  platforms: z.record(z.string(), Proof),
});
export type ProofReport = z.infer<typeof ProofReport>;
export type Proof = z.infer<typeof Proof>;
export type ProofFault = (typeof PROOF_FAULTS)[number];
export type ProofDoubt = (typeof PROOF_DOUBTS)[number];
