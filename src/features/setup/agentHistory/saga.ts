import { call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import type { Agent } from '../../../api/agentClient.ts';
import { MOST_EVENTS } from '../../../api/agentEndpoints.ts';
import { CoreError } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { type HistoryRequest, historyRequest, isAskable, refreshMsOf } from '../../../media/series/historySpan.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { poll } from '../../shared/polling/poll.ts';
import { agentCalls, askTwice } from '../agent/agentCalls.ts';
import { agentRetried } from '../agent/slice.ts';
import {
  eventsRead,
  historyFailed,
  historyFileDone,
  historyFileRead,
  historyFileRequested,
  historyLeft,
  historyRead,
  historyWanted,
  type WithAgentHistory,
} from './slice.ts';

export function* agentHistorySaga() {
  yield* takeLatest(historyWanted, untilLoggedOut(catchSagaErrors(follow)));
  yield* takeLeading(historyFileRequested, untilLoggedOut(catchSagaErrors(readFile)));
}

const EVENTS_MS = 60_000;
const RETRY_MS = 10_000;
const UNKNOWN_SUBJECT = 422;

function* follow({ payload: selection }: ReturnType<typeof historyWanted>) {
  const now = yield* host('now');
  let dueAt: number | null = 0;
  const refresh = function* () {
    const agent = yield* agentCalls();
    if (agent === null || dueAt === null || now() < dueAt) return;
    const request = historyRequest(selection.subject, selection.choice, now() / 1000, selection.weekday);
    dueAt = null;
    if (!isAskable(request)) return;
    try {
      const fetchHistory = function* () {
        return yield* call(agent.agentHistory, argumentsOf(request));
      };
      const view = yield* select(viewIn);
      const answer = yield* view.status === 'shown' && view.failure === null ? askTwice(fetchHistory) : fetchHistory();
      yield* put(historyRead({ request, answer }));
      yield* call(readEvents, agent);
      const refreshMs = refreshMsOf(selection.choice);
      dueAt = refreshMs === null ? null : now() + refreshMs;
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      const isUnknown = error.code === UNKNOWN_SUBJECT && 'subject' in error.fields;
      yield* put(historyFailed({ problem: isUnknown ? 'unknown' : 'away', reason: reasonOf(error) }));
      // The subject may be new, and an agent that has just started does not know it yet.
      dueAt = now() + RETRY_MS;
    }
  };
  while (true) {
    const { retried } = yield* race({
      asking: poll('agentHistory', refresh),
      retried: take(agentRetried),
      left: take(historyLeft),
    });
    if (!retried) return;
    dueAt = 0;
  }
}

const argumentsOf = ({ subject, from, to, points }: HistoryRequest) => ({
  ...{ subject, from: String(from), to: String(to), points: String(points) },
});

const viewIn = ({ agentHistory }: WithAgentHistory) => agentHistory.view;
const toldIn = ({ agentHistory }: WithAgentHistory) => agentHistory.told;

/** At most once a minute. A failure leaves the history without event marks. */
function* readEvents(agent: Agent) {
  const now = yield* host('now');
  const before = yield* select(toldIn);
  if (now() - before.askedAt < EVENTS_MS) return;
  const last = before.events.at(-1)?.id;
  const since = last === undefined ? {} : { since: String(last) };
  yield* put(eventsRead({ ...before, askedAt: now() }));
  try {
    const { events } = yield* call(agent.agentEvents, { ...since, limit: String(MOST_EVENTS) });
    const { incidents } = yield* call(agent.agentIncidents);
    yield* put(eventsRead({ events: [...before.events, ...events].slice(-MOST_EVENTS), incidents, askedAt: now() }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

function* readFile({ payload: { name, request } }: ReturnType<typeof historyFileRequested>) {
  try {
    const agent = yield* agentCalls();
    if (agent === null) {
      yield* put(historyFileDone());
      return;
    }
    const text = yield* call(agent.historyCsv, argumentsOf(request));
    yield* put(historyFileRead({ name, text }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(historyFileDone());
    yield* put(noticed('error', msg('The file could not be loaded: {{0}}'), reasonValue(error)));
  }
}
