import { expect, it } from 'vitest';
import type { Party } from '../diagnosis/causes.ts';
import type { Words } from '../diagnosis/processFailure.ts';
import type { Progress } from '../run/progress.ts';
import { explainFailure, firstUnreadIn, forgetFailure, hasNoSource, updateStatus } from './channelStatus.ts';

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

const told = (seenAt: number, progress: Progress | null, egress?: Progress) => ({
  ...{ seenAt, progress, egresses: egress ? { [EGRESS]: egress } : {} },
});

it('one failure is one, however often it is seen, and its log is read once', () => {
  const first = updateStatus(undefined, told(10_000, down(1)), A);
  const unread = firstUnreadIn({ [A]: first });
  expect(unread).toMatchObject({ channel: A, role: 'source' });
  if (!unread) return;
  const read = explainFailure(first, unread.id, {
    ...unread.failing,
    cause: 'refused',
    words: words('source'),
  });
  expect(firstUnreadIn({ [A]: read })).toBeNull();
  const later = updateStatus(read, told(13_000, down(4)), A);
  expect(later.ingest?.failure).toBe(read.ingest?.failure);
  expect(firstUnreadIn({ [A]: later })).toBeNull();
});

it('the next failure is read too, and until then the one before says why', () => {
  const first = updateStatus(undefined, told(10_000, live, down(1)), A);
  const unread = firstUnreadIn({ [A]: first });
  expect(unread).toMatchObject({ id: EGRESS, role: 'target' });
  if (!unread) return;
  const read = explainFailure(first, EGRESS, { ...unread.failing, cause: 'refused', words: words('target') });
  const again = updateStatus(read, told(40_000, live, down(2, 'Broken pipe')), A);
  expect(again.egresses[EGRESS]?.failure).toMatchObject({ line: 'Broken pipe', words: { title: 'Refused' } });
  expect(firstUnreadIn({ [A]: again })?.failing.line).toBe('Broken pipe');
});

const LIVE_FOR = { ...live, uptimeSeconds: 90 };

/** A refused key is known, and then somebody saves another one. */
function saved() {
  const first = updateStatus(undefined, told(10_000, live, down(1)), A);
  const failing = first.egresses[EGRESS]?.failure;
  if (!failing) throw new Error('it does not fail');
  const read = explainFailure(first, EGRESS, { ...failing, cause: 'key-refused', words: words('target') });
  return forgetFailure(read, EGRESS);
}

it.each<[string, readonly [at: number, Progress][], string | null]>([
  ['the core has not begun with it', [[11_000, down(2)]], 'key-refused'],
  [
    'the next try begins',
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
])('a failure that is known, after a save: %s', (_, looks, cause) => {
  let status = saved();
  for (const [at, progress] of looks) status = updateStatus(status, told(at, live, progress), A);
  expect(status.egresses[EGRESS]?.failure?.cause ?? null).toBe(cause);
});

it.each([
  ['gone', null, true],
  ['down', down(1), true],
  ['just begun', running, true],
  ['not told', { status: 'unknown', order: 'start', seconds: 0 } as const, false],
])('a source that is %s', (_, progress, expected) =>
  expect(hasNoSource(updateStatus(undefined, told(1, progress), A).ingest)).toBe(expected),
);
