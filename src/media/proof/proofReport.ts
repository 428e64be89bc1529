import { ProofReport } from '../../api/answers/proofReport.ts';
import { NO_PROOFS, type Proofs } from './proofs.ts';

const MOST_CHARACTERS = 64 * 1024;
/** An agent writes it again, even without a new look. */
export const REPORTED_EVERY_MS = 30_000;
const HOLDS_MS = REPORTED_EVERY_MS * 4;

/** What viewers get, by the process id of a publication; empty if the report is old, or of another version. */
export function parseProofReport(text: string, now: number): Proofs {
  if (text.length > MOST_CHARACTERS) return NO_PROOFS;
  try {
    const report = ProofReport.safeParse(JSON.parse(text)).data;
    return report === undefined || Math.abs(now - report.at) > HOLDS_MS ? NO_PROOFS : report.platforms;
  } catch {
    return NO_PROOFS;
  }
}

/** @param at ms since 1970 */
export const proofReportOf = (platforms: Proofs, at: number): ProofReport => ({ version: 1, at, platforms });
