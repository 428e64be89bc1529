import { channelOpened } from '../features/live/channel/slice.ts';
import { ingestStartRequested, type WithIngest } from '../features/live/ingest/slice.ts';
import type { Operator, WaitOutcome } from './waitForOutcome.ts';

const PATIENCE_MS = 15_000;

/** Opens the page of a channel: from then on its state is asked for every second. */
export function watch({ dispatch, getState }: Operator, channel: string): void {
  if (getState().ingest.channel !== channel) dispatch(channelOpened(channel));
}

/** Whether the core has carried out the start of the channel in view, and what came of it was seen. */
export function startTaken({ ingest: { asked, settledAt } }: WithIngest): WaitOutcome<null> {
  if (asked !== null) return 'waiting';
  return settledAt > 0 ? { done: null } : { failed: 'The channel could not be started' };
}

export async function startChannel(operator: Operator, channel: string): Promise<void> {
  watch(operator, channel);
  await operator.attempt({ ask: [ingestStartRequested(channel)], outcome: startTaken, patienceMs: PATIENCE_MS });
}
