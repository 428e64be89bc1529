import { call, type SagaGenerator } from 'typed-redux-saga';
import { type JournalEvents, MOST_EVENTS } from '../../../api/agentEndpoints.ts';
import { CoreError } from '../../../api/error.ts';
import { agentCalls } from './agentCalls.ts';
import { lookForAgent } from './saga.ts';

/** A timeline page shows a hundred events; the rest is for the export. */
const MOST_PAGES = 5;

/** Returns the agent's events of a channel, oldest first; null if no agent is available. */
export function* readJournal(channel: string): SagaGenerator<JournalEvents['events'] | null> {
  const limit = `${MOST_EVENTS}`;
  try {
    yield* call(lookForAgent);
    const calls = yield* agentCalls();
    if (calls === null) return null;
    let { events } = yield* call(calls.agentEvents, { channel, limit });
    for (let page = 1; page < MOST_PAGES; page++) {
      const [oldest] = events;
      if (oldest === undefined) break;
      const { events: older } = yield* call(calls.agentEvents, { channel, limit, before: `${oldest.id}` });
      if (older.length === 0) break;
      events = [...older, ...events];
    }
    return events;
  } catch (error) {
    // The timeline falls back to the events that this browser has observed.
    if (error instanceof CoreError) return null;
    throw error;
  }
}
