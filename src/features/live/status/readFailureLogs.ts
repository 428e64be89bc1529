import { createAction } from '@reduxjs/toolkit';
import { actionChannel, call, flush, put, race, select, take } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import type { ProcessFailure, ProcessRole } from '../../../media/diagnosis/processFailure.ts';
import { type ChannelStatus, nextUnread, type Unread, unreadIn } from '../../../media/status/channelStatus.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { readCoreLog } from '../../shared/processDetails/readCoreLog.ts';
import { statusFetched } from '../channel/slice.ts';
import type { WithShownChannels } from '../shownChannels/slice.ts';
import { failureExplained, type WithStatus } from './slice.ts';

export const diagnosisRequested = createAction<readonly string[]>('status/diagnosisRequested');

type State = WithStatus & WithShownChannels & WithSession;

/** A process in the overview that keeps failing most likely fails for the same reason. */
const SAME_LOG_AFTER_MS = 60_000;

const unreadAmong = ({ status: { channels } }: State, ids: readonly string[]): Unread[] =>
  unreadIn(
    Object.fromEntries(
      ids.flatMap((id): [string, ChannelStatus][] => (channels[id] === undefined ? [] : [[id, channels[id]]])),
    ),
  );

/** The watched channel and urgent ones come before channels of the overview. */
const unreadOf = (state: State, urgent: readonly string[]): { first: Unread[]; inPassing: Unread[] } => {
  const { watched, watchedAt } = state.status;
  const { reasons, shown } = state.shownChannels;
  const ids = watched === null || watchedAt === null ? urgent : [watched, ...urgent];
  return { first: unreadAmong(state, ids), inPassing: reasons ? unreadAmong(state, shown) : [] };
};

export function* failureLogsSaga() {
  let urgent: readonly string[] = [];
  const readAt = new Map<string, number>();
  let lastAt = Number.NEGATIVE_INFINITY;
  let tried: ProcessFailure | null = null;
  const requests = yield* actionChannel<ReturnType<typeof diagnosisRequested>>(diagnosisRequested);
  while (true) {
    for (const { payload } of yield* flush(requests)) urgent = payload;
    const { first, inPassing } = yield* select(unreadOf, urgent);
    // An unreadable log is retried after the next status.
    const isTried = [...first, ...inPassing].some(({ failing }) => failing === tried);
    const now = performance.now();
    const isDue = now - lastAt >= PACE.failureLogs.everyMs;
    const next =
      nextUnread(first, readAt, { now, againAfterMs: 0 }) ??
      (isDue ? nextUnread(inPassing, readAt, { now, againAfterMs: SAME_LOG_AFTER_MS }) : null);
    if (next === null || isTried) {
      tried = null;
      const { requested } = yield* race({ requested: take(requests), told: take(statusFetched) });
      if (requested) urgent = requested.payload;
      continue;
    }
    tried = next.failing;
    yield* call(catchSagaErrors(explain), next);
    lastAt = performance.now();
    readAt.set(next.id, lastAt);
  }
}

function* explain({ channel, id, failing, role }: Unread) {
  const explained = yield* readFailure(id, failing, { role, channel });
  yield* put(failureExplained({ channel, id, failing: explained }));
}

/** Diagnoses a failure from the log. A process that waits for its channel has no useful log. */
function* readFailure(id: string, failing: ProcessFailure, role: ProcessRole) {
  const { describeUpstreamFailure, isForCore, diagnoseFailure } = yield* call(yield* browser('loadReading'));
  if (failing.cause === 'channel-not-running') return describeUpstreamFailure(failing, role);
  const rtmpIsOn = yield* select(({ session }: State) => coreInfoOf(session)?.config.rtmp?.enable);
  const log = { ...(yield* reported(id)), rtmpIsOn };
  const diagnosed = diagnoseFailure(failing, log, role);
  if (!isForCore(diagnosed)) return diagnosed;
  return diagnoseFailure(failing, { ...log, core: yield* readCoreLog() }, role);
}

function* reported(id: string) {
  const core = yield* host('core');
  try {
    return yield* call(core.process, { id, filter: 'report,config,state' });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return {};
  }
}
