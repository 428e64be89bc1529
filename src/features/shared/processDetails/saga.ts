import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import { isEgress } from '../../../api/processIds.ts';
import type { AnalyzedRuns } from '../../../media/diagnosis/diagnoseFailure.ts';
import { anonymisedReport } from '../../../media/masking/anonymisedReport.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { poll } from '../polling/poll.ts';
import { readCoreLog } from './readCoreLog.ts';
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

export function* processSaga() {
  yield* takeLatest(detailsOpened, catchSagaErrors(pollDetails));
  yield* takeLatest(reportRequested, catchSagaErrors(makeReport));
}

/** Cached log of the core; `about`: the runs for which it was read. */
interface CoreLog {
  about: string;
  lines: readonly string[];
}

function* pollDetails({ payload: id }: ReturnType<typeof detailsOpened>) {
  const log: CoreLog = { about: '', lines: [] };
  yield* race([poll('details', () => fetchDetails(id, log)), take(detailsClosed)]);
}

function* fetchDetails(id: string, log: CoreLog) {
  const core = yield* host('core');
  try {
    const details = yield* call(core.process, { id, filter: 'config,state,report' });
    yield* put(detailsSeen(details));
    yield* examine(id, details, log);
  } catch (error) {
    yield* put(detailsFailed(reasonOf(error)));
    throw error;
  }
}

/** Adds the analysis to the lines once its chunk has loaded. Reads the core's log once per run that ended. */
function* examine(id: string, details: Process, log: CoreLog) {
  const { analyzeRun } = yield* call(yield* browser('loadReading'));
  const role = { role: isEgress(id) ? 'target' : 'source', channel: details.reference } as const;
  const found = analyzeRun(details, role, log.lines);
  yield* put(detailsExamined(found));
  const about = runsForCore(details, found);
  if (about === '' || about === log.about) return;
  log.about = about;
  log.lines = yield* readCoreLog();
  if (log.lines.length > 0) yield* put(detailsExamined(analyzeRun(details, role, log.lines)));
}

function runsForCore({ report }: Process, { run, before }: AnalyzedRuns): string {
  const earlier = report?.history.at(-1);
  return [run?.forCore ? report?.created_at : undefined, before?.forCore ? earlier?.created_at : undefined]
    .filter((at) => at !== undefined)
    .join();
}

/** Contains what helps others to find a fault, but no secrets. */
function* makeReport({ payload: { id, output } }: ReturnType<typeof reportRequested>) {
  const core = yield* host('core');
  const session = yield* select((state: WithSession) => state.session);
  if (session.status !== 'ready') return;
  try {
    const process = yield* call(core.process, { id, filter: 'config,state,report' });
    const { about, skills, config } = session;
    const { coreLinesOfProcess } = yield* call(yield* browser('loadReading'));
    const log = coreLinesOfProcess(yield* readCoreLog(), process);
    const report = anonymisedReport({ about, skillsVersion: skills.ffmpeg.version, config, process, log });
    yield* put(reportMade(JSON.stringify({ ...(output === null ? {} : { output }), ...report }, null, 2)));
  } catch (error) {
    yield* put(reportFailed(reasonOf(error)));
  }
}
