import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Process } from '../../../api/answers/process.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { resourcesSeen } from '../../shared/resource/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const MB = 1_000_000;
const SHOW = 'restreamer-ui:egress:recording:11111111-2222-4333-8444-000000000001';
const OTHER = 'restreamer-ui:egress:recording:11111111-2222-4333-8444-000000000002';
const tokens = { [SHOW]: 'a'.repeat(32), [OTHER]: 'b'.repeat(32) };

const recording = (id: keyof typeof tokens, keep: object, order: 'start' | 'stop' = 'start') =>
  Process.parse({
    ...{ id, reference: CHANNEL },
    config: { id, output: [{ address: `{diskfs}/recording_${tokens[id]}_%s_x.mp4` }] },
    state: { order, exec: order === 'start' ? 'running' : 'finished' },
    metadata: { [METADATA_KEY]: { version: 1, name: 'x', settings: { keep } } },
  });

const ingest = Process.parse({
  ...{ id: ingestId(CHANNEL), reference: CHANNEL, config: { id: ingestId(CHANNEL) } },
  metadata: { [METADATA_KEY]: { version: 1 } },
});

const files = () =>
  Object.values(tokens).flatMap((token) =>
    [100, 200, 300].map((start) => ({
      ...{ name: `/recording_${token}_${start}_x.mp4`, size_bytes: 100 * MB, last_modified: start + 60 },
    })),
  );

const idle = { used: 0, limit: null, percent: 0, warning: false };
const machine = { uptimeSeconds: 1, cpu: { ...idle, cores: 2 }, memory: idle, memfs: idle, network: idle };

const metricsOf = (free: number) => ({
  metrics: [
    ['disk_total', 100_000 * MB],
    ['disk_usage', 100_000 * MB - free],
  ].map(([name, value]) => ({ name, labels: { path: '/core/data' }, values: [[1, value]] })),
});

async function guarded(processes: Process[], free: number, { hidden = false } = {}) {
  const deleted = new Set<string>();
  const commands: unknown[] = [];
  const store = openStore({
    core: aCore({
      processes: () => [ingest, ...processes],
      diskFiles: () => files(),
      metrics: () => metricsOf(free),
      diskDelete: ({ path }) => {
        deleted.add(path);
        return 'Deleted';
      },
      processCommand: ({ id, body }) => {
        commands.push([id, body.command]);
        return 'OK';
      },
    }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(100);
  if (hidden) store.hide(true);
  else {
    const disk = { ...idle, used: 100_000 * MB - free, limit: 100_000 * MB };
    store.dispatch(resourcesSeen({ ...machine, disk, sessions: idle, warning: false }));
  }
  await vi.advanceTimersByTimeAsync(61_000);
  const notices = store.getState().notice.shown.map(({ text }) => text);
  store.stop();
  return { deleted: [...deleted], commands, notices };
}

it('deletes the oldest files of a recording over its limit, but never the current file', async () => {
  const own = recording(SHOW, { gigabytes: 0.15 });
  const { deleted, commands } = await guarded([own, recording(OTHER, { gigabytes: 0 })], 50_000 * MB);
  expect(deleted).toEqual([200, 100].map((start) => `/recording_${tokens[SHOW]}_${start}_x.mp4`));
  expect(commands).toEqual([]);
});

it('stops recordings before the disk is full, with a notice, and deletes nothing', async () => {
  const { deleted, commands, notices } = await guarded([recording(SHOW, {}), recording(OTHER, {}, 'stop')], 500 * MB);
  expect(commands).toEqual([[SHOW, 'stop']]);
  expect(deleted).toEqual([]);
  expect(notices).toEqual(['The disk is nearly full: the recording "{{0}}" was stopped.']);
});

it('deletes files and stops recordings in a hidden tab too', async () => {
  const { deleted, commands } = await guarded([recording(SHOW, { gigabytes: 0.15 })], 500 * MB, { hidden: true });
  expect(commands).toEqual(expect.arrayContaining([[SHOW, 'stop']]));
  expect(deleted).toHaveLength(2);
});

it('keeps recordings within their limit, and keeps all files without a limit', async () =>
  expect(await guarded([recording(SHOW, {})], 50_000 * MB)).toEqual({ deleted: [], commands: [], notices: [] }));
