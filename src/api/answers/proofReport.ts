import * as z from 'zod/mini';

const Time = z.number().check(z.gte(0), z.lte(1e15));
const Delay = z.number().check(z.gte(-60), z.lte(1000));

export const PROOF_FAULTS = ['gone', 'black', 'frozen', 'silent', 'other', 'old'] as const;
export const PROOF_DOUBTS = [
  ...(['still', 'dark', 'plain', 'own'] as const),
  ...(['address', 'unreadable', 'slow', 'refused', 'network', 'login'] as const),
] as const;

/** See `media/proof/proof.ts`. Times in ms since 1970, delays in seconds. */
const ReportedProof = z.discriminatedUnion('status', [
  z.object({ status: z.literal('seen'), at: Time, delay: z.nullable(Delay) }),
  z.object({ status: z.literal('late'), at: Time, delay: Delay, since: Time }),
  z.object({ status: z.literal('unseen'), since: Time, fault: z.enum(PROOF_FAULTS) }),
  z.object({ status: z.literal('unclear'), since: Time, doubt: z.enum(PROOF_DOUBTS) }),
]);

/** What viewers of the platforms of a channel get. Written to the core's memory by the agent after each look. */
export const ProofReport = z.object({
  version: z.literal(1),
  /** When it was written. */
  at: Time,
  /** Keyed by the process id of a publication. */
  platforms: z.record(z.string(), ReportedProof),
});
export type ProofReport = z.infer<typeof ProofReport>;
