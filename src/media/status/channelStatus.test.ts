import { expect, it } from 'vitest';
import type { Party } from '../diagnosis/causes.ts';
import type { Words } from '../diagnosis/processFailure.ts';
import type { Progress } from '../run/progress.ts';
import {
  explainFailure,
  forgetFailure,
  hasNoSource,
  nextUnread,
  type Unread,
  unreadIn,
  updateStatus,
} from './channelStatus.ts';

const A = '00000000-1111-4222-8333-444444444444';
const EGRESS = 'restreamer-ui:egress:rtmp:1';
const running: Progress = { status: 'connecting', order: 'start', seconds: 3 };
const down = (seconds: number, message = 'Conversion failed!'): Progress => ({
  ...{ status: 'error', order: 'start', seconds, message, retryIn: 10 },
});
const words = (party: Party): Words => ({
  ...{ title: 'Refused', short: 'Refused', remedy: '', field: null, also: null, party, severity: 'fatal', lines: [] },
});
const live: Progress = {
  ...{ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 25, bitrateKbit: null, speed: 1 },
  ...{ q: -1, frames: 1500, drop: 0, dup: 0 },
};

const answer = (seenAt: number, progress: Progress | null, egress?: Progress) => ({
  ...{ seenAt, progress, egresses: egress ? { [EGRESS]: egress } : {} },
});

it('one failure stays the same object over all polls, and its log is read once', () => {
  const first = updateStatus(undefined, answer(10_000, down(1)), A);
  const [unread] = unreadIn({ [A]: first });
  expect(unread).toMatchObject({ channel: A, role: 'source' });
  if (!unread) return;
  const read = explainFailure(first, unread.id, {
    ...unread.failing,
    cause: 'refused',
    words: words('source'),
  });
  expect(unreadIn({ [A]: read })).toEqual([]);
  const later = updateStatus(read, answer(13_000, down(4)), A);
  expect(later.ingest?.failure).toBe(read.ingest?.failure);
  expect(unreadIn({ [A]: later })).toEqual([]);
});

it('the log of the next failure is also read, and the previous cause is shown until then', () => {
  const first = updateStatus(undefined, answer(10_000, live, down(1)), A);
  const [unread] = unreadIn({ [A]: first });
  expect(unread).toMatchObject({ id: EGRESS, role: 'target' });
  if (!unread) return;
  const read = explainFailure(first, EGRESS, { ...unread.failing, cause: 'refused', words: words('target') });
  const again = updateStatus(read, answer(40_000, live, down(2, 'Broken pipe')), A);
  expect(again.egresses[EGRESS]?.failure).toMatchObject({ line: 'Broken pipe', words: { title: 'Refused' } });
  expect(unreadIn({ [A]: again })[0]?.failing.line).toBe('Broken pipe');
});

const unreadOne = (id: string, isKnown = false): Unread => ({
  ...{ channel: A, id, role: 'target' },
  failing: { cause: 'unknown', evidence: '', line: '', at: 1, words: isKnown ? words('target') : null },
});

it.each<[string, Unread[], Record<string, number>, string | null]>([
  ['no process failed', [], {}, null],
  ['two processes failed for the first time', [unreadOne('a'), unreadOne('b')], {}, 'a'],
  ['one of two processes failed again', [unreadOne('a', true), unreadOne('b')], { a: 0 }, 'b'],
  ['both processes failed again', [unreadOne('a', true), unreadOne('b', true)], { a: 5, b: 4 }, 'b'],
  ['one of two logs could not be read', [unreadOne('a'), unreadOne('b')], { a: 99 }, 'b'],
  ['it failed again a moment ago', [unreadOne('a', true)], { a: 95 }, null],
  ['it failed again some time ago', [unreadOne('a', true)], { a: 90 }, 'a'],
])('the log that is read next is chosen: %s', (_, unread, readAt, id) => {
  const next = nextUnread(unread, new Map(Object.entries(readAt)), { now: 100, againAfterMs: 10 });
  expect(next?.id ?? null).toBe(id);
});

const LIVE_FOR = { ...live, uptimeSeconds: 90 };

/** The failure is known, then the operator saves another stream key. */
function saved() {
  const first = updateStatus(undefined, answer(10_000, live, down(1)), A);
  const failing = first.egresses[EGRESS]?.failure;
  if (!failing) throw new Error('it does not fail');
  const read = explainFailure(first, EGRESS, { ...failing, cause: 'key-refused', words: words('target') });
  return forgetFailure(read, EGRESS);
}

it.each<[string, readonly [at: number, Progress][], string | null]>([
  ['the core has not started the command', [[11_000, down(2)]], 'key-refused'],
  [
    'the next attempt starts',
    [
      [11_000, down(2)],
      [12_000, running],
    ],
    null,
  ],
  [
    'it fails again',
    [
      [12_000, running],
      [15_000, down(1)],
    ],
    'key-refused',
  ],
  [
    'it is live, and fails later',
    [
      [12_000, LIVE_FOR],
      [30_000, down(1)],
    ],
    'unknown',
  ],
  [
    'it is stopped, and fails later',
    [
      [12_000, { status: 'disconnected', order: 'stop', seconds: 1, retryIn: null }],
      [30_000, down(1)],
    ],
    'unknown',
  ],
])('a known failure after a save: %s', (_, looks, cause) => {
  let status = saved();
  for (const [at, progress] of looks) status = updateStatus(status, answer(at, live, progress), A);
  expect(status.egresses[EGRESS]?.failure?.cause ?? null).toBe(cause);
});

it.each([
  ['gone', null, true],
  ['down', down(1), true],
  ['just started', running, true],
  ['not reported', { status: 'unknown', order: 'start', seconds: 0 } as const, false],
])('a source without data is detected: %s', (_, progress, expected) =>
  expect(hasNoSource(updateStatus(undefined, answer(1, progress), A).ingest)).toBe(expected),
);
