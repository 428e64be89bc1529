import type { PROOF_DOUBTS, PROOF_FAULTS, ProofReport } from '../../api/answers/proofReport.ts';

/**
 * What viewers get instead: `gone`: nothing any more; `other`: another programme; `old`: the programme of another time,
 * or the same seconds again.
 */
export type ProofFault = (typeof PROOF_FAULTS)[number];

/**
 * `still`, `dark`, `plain`: the picture does not say; `own`: the channel itself could not be looked at; `address`:
 * nothing is there; `unreadable`: it is no stream; `slow`: no answer in time; `refused`: the core may not read it;
 * `network`: the core cannot reach it; `login`: it asks for one.
 */
export type ProofDoubt = (typeof PROOF_DOUBTS)[number];

/**
 * Whether viewers of a platform get what the channel sends. Times in ms since 1970, delays in seconds.
 * `seen`: `delay` is null for audio alone. `late`: later than before, or falling behind. `unseen`: `since` is when it
 * was seen last, or when it was first looked for.
 */
export type Proof = ProofReport['platforms'][string];
