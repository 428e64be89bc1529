import { createAction } from '@reduxjs/toolkit';
import { actionChannel, call, flush, put, race, select, take } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import type { ProcessFailure, ProcessRole } from '../../../media/diagnosis/processFailure.ts';
import { type ChannelStatus, firstUnreadIn, type Unread } from '../../../media/status/channelStatus.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { readCoreLog } from '../../shared/processDetails/readCoreLog.ts';
import { statusFetched } from '../channel/slice.ts';
import type { WithShownChannels } from '../shownChannels/slice.ts';
import { failureExplained, type WithStatus } from './slice.ts';

/** The alarm is about to name these channels and needs the reasons. */
export const diagnosisRequested = createAction<readonly string[]>('status/diagnosisRequested');

type State = WithStatus & WithShownChannels & WithSession;

/** Of these channels that were seen to fail, the first whose log nobody has read. */
const unreadAmong = ({ status: { channels } }: State, ids: readonly string[]): Unread | null =>
  firstUnreadIn(
    Object.fromEntries(
      ids.flatMap((id): [string, ChannelStatus][] => (channels[id] === undefined ? [] : [[id, channels[id]]])),
    ),
  );

/** What is on the screen, or about to be told, goes before channels that are seen in passing. */
const nextIn = (state: State, urgent: readonly string[], inPassing: boolean): Unread | null => {
  const { watched, watchedAt } = state.status;
  const { reasons, shown } = state.shownChannels;
  const first = watched === null || watchedAt === null ? urgent : [watched, ...urgent];
  return unreadAmong(state, first) ?? (inPassing && reasons ? unreadAmong(state, shown) : null);
};

/** Why something failed is read from its log: one after the other, and once for each failure. */
export function* failureLogsSaga() {
  let urgent: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let tried: ProcessFailure | null = null;
  const requests = yield* actionChannel<ReturnType<typeof diagnosisRequested>>(diagnosisRequested);
  while (true) {
    for (const { payload } of yield* flush(requests)) urgent = payload;
    const unread = yield* select((state: State) =>
      nextIn(state, urgent, performance.now() - readAt >= PACE.failureLogs.everyMs),
    );
    // What could not be read now is tried again with the next answer.
    if (!unread || unread.failing === tried) {
      tried = null;
      const { requested } = yield* race({ requested: take(requests), told: take(statusFetched) });
      if (requested) urgent = requested.payload;
      continue;
    }
    tried = unread.failing;
    yield* call(catchSagaErrors(explain), unread);
    readAt = performance.now();
  }
}

function* explain({ channel, id, failing, role }: Unread) {
  const known = yield* readFailure(id, failing, { role, channel });
  yield* put(failureExplained({ channel, id, failing: known }));
}

/** Looks into the log of what failed; one that waits for its channel has nothing to tell. */
function* readFailure(id: string, failing: ProcessFailure, seen: ProcessRole) {
  const { describeUpstreamFailure, isForCore, diagnoseFailure } = yield* call(yield* browser('loadReading'));
  if (failing.cause === 'channel-not-running') return describeUpstreamFailure(failing, seen);
  const rtmpIsOn = yield* select(({ session }: State) => coreInfoOf(session)?.config.rtmp?.enable);
  const ran = { ...(yield* reported(id)), rtmpIsOn };
  const known = diagnoseFailure(failing, ran, seen);
  if (!isForCore(known)) return known;
  return diagnoseFailure(failing, { ...ran, core: yield* readCoreLog() }, seen);
}

function* reported(id: string) {
  const core = yield* host('core');
  try {
    return yield* call(core.process, { id, filter: 'report,config,state' });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return {}; // what cannot be read says nothing more
  }
}
