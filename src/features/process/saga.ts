import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import type { Process } from '../../api/answers/process.ts';
import { isEgress } from '../../api/ids.ts';
import { anonymisedReport } from '../../media/anonymise.ts';
import { browser, host } from '../host.ts';
import { poll } from '../poll.ts';
import { reasonOf, safely } from '../safely.ts';
import type { WithSession } from '../session/slice.ts';
import {
  detailsClosed,
  detailsExamined,
  detailsFailed,
  detailsOpened,
  detailsSeen,
  reportFailed,
  reportMade,
  reportRequested,
} from './slice.ts';

/** As often as the states; viewers and files of the page behind it wait meanwhile. */
const EVERY_MS = 1000;

export function* processSaga() {
  yield* takeLatest(detailsOpened, safely(pollDetails));
  yield* takeLatest(reportRequested, safely(makeReport));
}

function* pollDetails({ payload: id }: ReturnType<typeof detailsOpened>) {
  yield* race([call(poll, EVERY_MS, () => fetchDetails(id)), take(detailsClosed)]);
}

function* fetchDetails(id: string) {
  const core = yield* host('core');
  try {
    const details = yield* call(core.process, { id, filter: 'state,report' });
    yield* put(detailsSeen(details));
    yield* examine(id, details);
  } catch (error) {
    yield* put(detailsFailed(reasonOf(error)));
    throw error;
  }
}

/** The lines are there without it: what they mean comes when it can. */
function* examine(id: string, details: Process) {
  const { examined } = yield* call(yield* browser('loadReading'));
  const seen = { role: isEgress(id) ? 'target' : 'source', channel: details.reference } as const;
  yield* put(detailsExamined(examined(details, seen)));
}

/** Everything that helps a stranger to find a fault, and nothing that lets him in. */
function* makeReport({ payload: id }: ReturnType<typeof reportRequested>) {
  const core = yield* host('core');
  const session = yield* select((state: WithSession) => state.session);
  if (session.status !== 'ready') return;
  try {
    const process = yield* call(core.process, { id, filter: 'config,state,report' });
    const { about, skills, config } = session;
    const report = anonymisedReport({ about, skillsVersion: skills.ffmpeg.version, config, process });
    yield* put(reportMade(JSON.stringify(report, null, 2)));
  } catch (error) {
    yield* put(reportFailed(reasonOf(error)));
  }
}
