import { describe, expect, it } from 'vitest';
import type { Proof } from '../../api/answers/proofReport.ts';
import { PROOF_DOUBTS, PROOF_FAULTS } from '../../api/answers/proofReport.ts';
import { parseProofReport, proofReportOf } from './proofReport.ts';
import { NO_PROOFS } from './proofs.ts';
import { proofLine } from './proofTexts.ts';

const NOW = 1_700_000_000_000;
const every: Proof[] = [
  { status: 'seen', at: NOW, delay: -2.5 },
  { status: 'seen', at: NOW, delay: null },
  { status: 'late', at: NOW, delay: 40, since: NOW },
  ...PROOF_FAULTS.map((fault) => ({ status: 'unseen', since: NOW, fault }) as const),
  ...PROOF_DOUBTS.map((doubt) => ({ status: 'unclear', since: NOW, doubt }) as const),
];

describe('the report on platforms', () => {
  it('is read as it was written', () => {
    const proofs = Object.fromEntries(every.map((proof, i) => [`p${i}`, proof]));
    expect(parseProofReport(JSON.stringify(proofReportOf(proofs, NOW)), NOW + 60_000)).toEqual(proofs);
  });

  it.each([
    ['that is old', JSON.stringify(proofReportOf({ p: every[0] as Proof }, NOW - 600_000))],
    ['of a later version', JSON.stringify({ ...proofReportOf({}, NOW), version: 2 })],
    ['with another state', JSON.stringify({ version: 1, at: NOW, platforms: { p: { status: 'fine' } } })],
    ['that is cut off', '{"version":1,"at":17'],
    ['that is no report', '[]'],
    ['that is long', JSON.stringify({ ...proofReportOf({}, NOW), more: 'x'.repeat(100_000) })],
  ])('%s says nothing', (_, text) => expect(parseProofReport(text, NOW)).toBe(NO_PROOFS));

  it('has a text for each state, without a negative delay', () => {
    const lines = every.map(proofLine);
    expect(new Set(lines.map(({ text }) => text)).size).toBe(every.length);
    expect(lines[0]?.n).toBe(0);
  });
});
