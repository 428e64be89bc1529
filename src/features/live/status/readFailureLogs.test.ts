import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ingestId } from '../../../api/processIds.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { aCore } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { statusFetched } from '../channel/slice.ts';
import { channelsShown, reasonsShown } from '../shownChannels/slice.ts';
import { diagnosisRequested } from './readFailureLogs.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const [FIRST, SECOND] = ['00000000-1111-4222-8333-444444444444', '11111111-1111-4222-8333-444444444444'];

async function watched(urgent: readonly string[]) {
  const store = openStore({ core: aCore({ process: () => ({}) }) });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(100);
  store.dispatch(channelsShown(urgent.length > 0 ? [] : [FIRST, SECOND]));
  store.dispatch(reasonsShown(urgent.length === 0));
  if (urgent.length > 0) store.dispatch(diagnosisRequested(urgent));
  const began = Date.now();
  for (let n = 0; n < 30; n++) {
    const seenAt = Date.now();
    const failed = (seconds: number): Progress => ({
      ...{ status: 'error', order: 'start', seconds, message: `Try ${seconds}`, retryIn: 1 },
    });
    const answer = (seconds: number) => ({ seenAt, progress: failed(seconds), egresses: {} });
    const again = { ...answer(1), progress: { ...failed(1), message: `Try at ${seenAt}` } };
    const answers = { [FIRST]: again, [SECOND]: answer((seenAt - began) / 1000 + 1) };
    store.dispatch(statusFetched({ askedAt: seenAt, watched: null, answers }));
    await vi.advanceTimersByTimeAsync(4000);
    await vi.dynamicImportSettled();
  }
  return (channel: string) => store.core.calls.filter((call) => call.startsWith(`process ${ingestId(channel)}`)).length;
}

it('reads the log of a channel in the overview once a minute, however often it fails', async () => {
  const reads = await watched([]);
  expect(reads(SECOND)).toBeGreaterThan(0);
  expect(reads(FIRST)).toBeGreaterThan(1);
  expect(reads(FIRST)).toBeLessThanOrEqual(3);
});

it('reads the log of a channel that is about to ring at every failure', async () => {
  const reads = await watched([FIRST, SECOND]);
  expect(reads(SECOND)).toBeGreaterThan(0);
  expect(reads(FIRST)).toBeGreaterThan(20);
});
