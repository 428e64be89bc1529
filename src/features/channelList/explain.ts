import { call, delay, put, select } from 'typed-redux-saga';
import { type Unread, unreadIn } from '../../media/channelStatus.ts';
import { failureExplained } from '../channel/processes.ts';
import { PACE } from '../polling/pace.ts';
import { readFailure } from '../process/readFailure.ts';
import type { WithOverview } from './slice.ts';

/** Why something of a channel failed is read from its log. */
export function* explain({ channel, id, failing, role }: Unread) {
  const known = yield* readFailure(id, failing, { role, channel });
  yield* put(failureExplained({ channel, id, failing: known }));
}

const wantedIn = ({ overview: { reasons, shown, looks } }: WithOverview) =>
  reasons ? unreadIn(Object.fromEntries(Object.entries(looks).filter(([id]) => shown.includes(id)))) : null;

/** One log after the other, as long as somebody reads why. */
export function* explainLooks() {
  for (let unread = yield* select(wantedIn); unread; unread = yield* select(wantedIn)) {
    yield* call(explain, unread);
    yield* delay(PACE.failureLogs.everyMs);
  }
}
