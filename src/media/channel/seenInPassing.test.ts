import { expect, it } from 'vitest';
import { progressOf } from '../run/progress.ts';
import { updateStatus } from '../status/channelStatus.ts';
import type { Channel } from './channel.ts';
import { hasIngest, passingView } from './seenInPassing.ts';

const ID = '7f1a3f9c-9d1e-4a9e-9c7e-1f2b3c4d5e6f';
const EGRESS = 'restreamer-ui:egress:rtmp:11111111-1111-4111-8111-111111111111';
const channel: Channel = {
  ...{ id: ID, name: 'Hall', available: true },
  egresses: { [EGRESS]: { service: 'rtmp', name: 'Stage' } },
};

const NEVER = progressOf(undefined);
const lookAt = (seenAt: number) =>
  updateStatus(undefined, { seenAt, progress: NEVER, egresses: { [EGRESS]: NEVER } }, ID);

const viewAt = (now: number, alive: boolean) => {
  const status = lookAt(1000);
  if (!hasIngest(status)) throw new Error('it has an ingest');
  return passingView(status, { channel, sightings: {}, now, alive, cpuLately: null });
};

it('the view of a channel in passing includes its publications', () => {
  const { verdict, publications, hold } = viewAt(1500, true);
  expect([verdict.kind, hold.status, publications.map(({ name, status }) => [name, status])]).toEqual([
    'unclear',
    'none',
    [['Stage', 'unknown']],
  ]);
});

it.each([
  ['while the core is unreachable', 1500, false, 'core-away'],
  ['if it is outdated', 60_000, true, 'old'],
])('the view of a channel in passing does not present an old status as current %s', (_, now, alive, kind) => {
  expect(viewAt(now, alive).verdict.kind).toBe(kind);
});
