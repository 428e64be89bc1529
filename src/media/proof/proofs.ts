import type { Proof } from '../../api/answers/proofReport.ts';

/** What viewers get, by the process id of a publication. */
export type Proofs = Readonly<Record<string, Proof>>;

export const NO_PROOFS: Proofs = {};
