import { expect, it } from 'vitest';
import { tallyOf, type Verdict } from '../../../media/verdict/verdict.ts';
import { say } from '../../../media/verdict/verdictTypes.ts';
import type { ControlState } from '../ingest/channelPageButtonsAndPreview.ts';
import { furtherOf, shortOf } from './shortVerdict.ts';

const verdict = (kind: Verdict['kind'], ids: readonly string[], others: number): Verdict => ({
  ...{ kind, ids, severity: 'error', fault: 'source', sentences: [], remedies: [], since: null, tally: tallyOf([]) },
  others: Array.from({ length: others }, () => say('')),
});
const control: ControlState = {
  progress: {
    ...{ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 25, bitrateKbit: null, speed: 1 },
    ...{ q: -1, frames: 1500, drop: 0, dup: 0 },
  },
  asked: null,
  failure: null,
};

it.each([
  ['nothing comes, and nothing else is wrong', verdict('away', [], 0), 'error', 0],
  ['nothing comes, and something else is wrong', verdict('away', [], 1), 'error', 1],
  ['it is live with two dead destinations', verdict('destination', ['a', 'b'], 0), 'connected', 2],
  ['it is live, slow, and something else is wrong', verdict('slow', [], 1), 'connected', 2],
  ['all is well', verdict('live', [], 0), 'connected', 0],
] as const)('%s', (_, given, state, problems) => {
  expect(shortOf(given, control)).toEqual({ state, problems });
  expect(furtherOf(given)).toBe(given.others.length);
});
