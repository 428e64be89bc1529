import { expect, it } from 'vitest';
import type { ProcessFailure } from '../../../media/diagnosis/processFailure.ts';
import { tallyOf, type Verdict } from '../../../media/verdict/verdict.ts';
import { say } from '../../../media/verdict/verdictTypes.ts';
import { lookOf, shortOf } from '../verdict/slice.ts';
import { calmKey, calmly } from './VerdictBar.tsx';

const live = (seconds: number, more: Partial<Verdict> = {}): Verdict => ({
  ...{ kind: 'live', severity: 'live', fault: 'nobody', remedies: [], ids: [], since: null, tally: tallyOf([]) },
  others: [],
  notes: [],
  sentences: [say('Live for {{time}}.', { time: { seconds } })],
  ...more,
});
const verdictAt = (at: number): Verdict =>
  live(0, { kind: 'away', sentences: [say('No data from the source since {{time}}.', { time: { at } })] });

it('the verdict announces no running duration to screen readers', () => {
  expect(calmly(live(14)).sentences).toEqual([say('Live.')]);
  expect(calmly(verdictAt(5))).toEqual(verdictAt(5));
});

it.each([
  ['only the duration differs', live(14), live(15), 'en', true],
  ['another language', live(14), live(14), 'de', false],
  ['another count', live(14), live(15, { tally: tallyOf([{ status: 'live' }]) }), 'en', false],
  ['another time', verdictAt(5), verdictAt(6), 'en', false],
  ['another kind', live(14), verdictAt(5), 'en', false],
] as const)('decides whether two verdicts are announced as one: %s', (_, before, now, language, same) =>
  expect(calmKey(now, language) === calmKey(before, 'en')).toBe(same),
);

const NONE = tallyOf([]);
const SOME_STARTING = tallyOf([{ status: 'live' }, { status: 'starting' }]);
const ALL_LIVE = tallyOf([{ status: 'live' }, { status: 'off' }]);

it.each<[string, Pick<Verdict, 'kind' | 'severity' | 'tally'>, string, string]>([
  ['live with nothing to send to', { kind: 'live', severity: 'live', tally: NONE }, 'live', 'accent'],
  ['all of it live', { kind: 'live', severity: 'live', tally: ALL_LIVE }, 'live', 'accent'],
  ['one still connecting', { kind: 'live', severity: 'live', tally: SOME_STARTING }, 'wait', 'warning'],
  ['a start', { kind: 'asked', severity: 'busy', tally: NONE }, 'wait', 'warning'],
  ['unknown', { kind: 'loading', severity: 'busy', tally: NONE }, 'wait', 'neutral'],
  ['an encoder that has stopped', { kind: 'away', severity: 'warning', tally: NONE }, 'cross', 'error'],
  ['switched off', { kind: 'off', severity: 'calm', tally: NONE }, 'empty', 'neutral'],
  ['a problem with the output', { kind: 'slow', severity: 'warning', tally: ALL_LIVE }, 'alert', 'warning'],
])('picks icon and color of the verdict: %s', (_, verdict, icon, tone) =>
  expect(lookOf(verdict)).toEqual({ icon, tone }),
);

const AWAY_BEFORE: ProcessFailure = { at: 1, cause: 'ended', evidence: '', line: '', words: null };
const HEADER = { connected: 'accent', connecting: 'warning', error: 'error' } as const;

it.each([
  ['live', 'live', 'connected'],
  ['away', 'warning', 'error'],
  ['broken', 'error', 'error'],
  ['stalled', 'error', 'error'],
  ['unstored', 'error', 'error'],
  ['beginning', 'busy', 'connecting'],
  ['resuming', 'busy', 'connecting'],
  ['returning', 'busy', 'connecting'],
] as const)('gives the verdict the color of the header: %s', (kind, severity, state) => {
  const progress = { status: 'connecting', order: 'start', seconds: 3 } as const;
  const live = { ...progress, status: 'connected', uptimeSeconds: 9, fps: 25, bitrateKbit: 1, speed: 1, q: 0 } as const;
  const control = {
    progress: kind === 'live' ? { ...live, frames: 9, drop: 0, dup: 0 } : progress,
    asked: null,
    failure: kind === 'resuming' || kind === 'returning' ? AWAY_BEFORE : null,
  } as const;
  const verdict = { kind, severity, tally: NONE, fault: 'nobody', sentences: [], remedies: [] } as const;
  const short = shortOf({ ...verdict, ids: [], others: [], notes: [], since: null }, control);
  expect(short.state).toBe(state);
  expect(lookOf(verdict).tone).toBe(HEADER[state]);
});
