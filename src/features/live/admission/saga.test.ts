import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ENCODER_TEST_ID, ingestId, probeId, probePictureId, uploadId } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const SENT = `/channels/${CHANNEL}/upload-abc.source`;

interface FakeProcess {
  id: string;
  exec: string;
  /** Clock time at which the process was created (ms). */
  since: number;
}

async function entered(processes: FakeProcess[], refuses = () => false) {
  let remaining = processes;
  const store = openStore({
    core: aCore({
      processes: () =>
        remaining.map(({ id, exec, since }) => ({
          id,
          reference: CHANNEL,
          state: { exec, order: 'stop', runtime_seconds: Math.floor((Date.now() - since) / 1000) },
        })),
      process: ({ id }) => ({ id, config: { id, input: [{ id: 'input_0', address: `{diskfs}${SENT}` }] } }),
      processDelete: ({ id }) => {
        if (refuses()) throw new CoreError(500, 'Internal Server Error');
        remaining = remaining.filter((process) => process.id !== id);
        return 'OK';
      },
    }),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  return { store, ids: () => remaining.map(({ id }) => id) };
}

const secondsAgo = (seconds: number) => 1_000_000 - seconds * 1000;

it('the cleanup removes processes and uploaded files of closed pages, and nothing else', async () => {
  const ingest = { id: ingestId(CHANNEL), exec: 'finished', since: secondsAgo(900) };
  const { store, ids } = await entered([
    ingest,
    { id: probeId(CHANNEL), exec: 'finished', since: secondsAgo(900) },
    { id: probePictureId(CHANNEL), exec: 'failed', since: secondsAgo(70) },
    { id: uploadId(CHANNEL), exec: 'finished', since: secondsAgo(70) },
    { id: ENCODER_TEST_ID, exec: 'killed', since: secondsAgo(70) },
  ]);
  await pass(8_000);
  expect(ids()).toEqual([ingest.id]);
  const deleted = store.core.calls.filter((call) => call.startsWith('diskDelete'));
  expect(deleted).toEqual([`diskDelete ${SENT}`]);
});

it('the cleanup keeps a probe of another open tab, and removes it once the tab is closed', async () => {
  const { ids } = await entered([{ id: probeId(CHANNEL), exec: 'finished', since: secondsAgo(5) }]);
  await pass(40_000);
  expect(ids()).toEqual([probeId(CHANNEL)]);
  await pass(25_000);
  expect(ids()).toEqual([]);
});

it('the cleanup is retried at intervals if the core rejects it', async () => {
  let refused = true;
  const { store, ids } = await entered(
    [{ id: probeId(CHANNEL), exec: 'finished', since: secondsAgo(900) }],
    () => refused,
  );
  await pass(60_000);
  const tries = store.core.calls.filter((call) => call.startsWith('processDelete')).length;
  expect(tries).toBe(1);
  expect(store.getState().notice.shown).toEqual([]);
  refused = false;
  await pass(70_000);
  expect(ids()).toEqual([]);
});
