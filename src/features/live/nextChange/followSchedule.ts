import { call, put } from 'typed-redux-saga';
import { browser, host } from '../../gate/host/host.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { poll } from '../../shared/polling/poll.ts';
import { nextChangesHeard, type ScheduledChange } from './slice.ts';

/** The longest delay until the agent has carried out a change. */
const DONE_WITHIN_MS = 2000;

/** Fetches the next change of each channel every minute and after each change, until cancelled. */
export function* followSchedule() {
  let askAt = Number.NEGATIVE_INFINITY;
  yield* poll('nextChange', function* () {
    const now = (yield* host('now'))();
    if (now < askAt) return;
    const { readNextChanges } = yield* call(yield* browser('loadSetup'));
    const channels = yield* call(readNextChanges);
    askAt = Math.min(now + PACE.nextChange.everyMs, dueIn(Object.values(channels ?? {}), now));
    yield* put(nextChangesHeard(channels));
  });
}

/** Ignores overdue changes, which would cause a request every second. */
const dueIn = (changes: readonly ScheduledChange[], now: number): number =>
  Math.min(...changes.flatMap(({ at }) => (at > now ? [at + DONE_WITHIN_MS] : [])));
