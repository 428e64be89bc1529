import { call, delay } from 'typed-redux-saga';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { CoreError, codeOf } from '../../../api/error.ts';
import { ENCODER_TEST_ID } from '../../../api/processIds.ts';
import { applyEncoder } from '../../../catalog/coders/chooseCoders.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { msg } from '../../../i18n/msg.ts';
import { linesOf } from '../../../media/diagnosis/diagnoseFailure.ts';
import { diagnoseRun } from '../../../media/diagnosis/diagnoseRun.ts';
import {
  benchOf,
  type EncoderMeasurement,
  type EncoderResult,
  TEST_RATE,
  TEST_SECONDS,
} from '../../../media/encoding/encoderTestResults.ts';
import { emptyProfile } from '../../../media/encoding/profile.ts';
import type { FfmpegVersion } from '../../../media/encoding/skills.ts';
import { encoderTestProcess, testStream } from '../../../media/process/encoderTest.ts';
import { host } from '../../gate/host/host.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { deletingAfterwards } from '../../shared/probe/withTemporaryProcess.ts';
import { TestBusy } from './runStoppableTest.ts';
import { heightsFor } from './testableEncoders.ts';

/** An encoder that needs longer for three seconds is of no use, and this long it may take up the machine. */
const LONGEST_MS = 30_000;
/** Below this a larger picture would not end in time. */
const SLOW = 0.3;

const busy = () =>
  new TestBusy(msg('The encoders are being tested in another browser right now. Try again in a few minutes.'));

type Outcome = Pick<EncoderResult, 'works' | 'cause' | 'line' | 'sizes'>;
type EncoderTestOutcome =
  | { measured: Omit<EncoderMeasurement, 'height'> }
  | { failed: { cause: string; line: string } };

/** With each size, small first. Throws a CoreError, or TestBusy. */
export function* tryEncoder(encoder: Encoder, ffmpeg: FfmpegVersion, begins: (height: number) => Generator) {
  const outcome: Outcome = { works: false, cause: '', line: '', sizes: [] };
  for (const height of heightsFor(encoder)) {
    yield* call(begins, height);
    const ran: EncoderTestOutcome = yield* call(runOnce, configOf(encoder, height, ffmpeg));
    if ('failed' in ran) {
      // What fails with a large picture alone works with the small one.
      if (outcome.works) outcome.sizes.push({ height, speed: 0, cpu: null });
      else Object.assign(outcome, ran.failed);
      break;
    }
    outcome.works = true;
    outcome.sizes.push({ height, ...ran.measured });
    if (ran.measured.speed < SLOW) break;
  }
  return outcome;
}

function configOf({ id, type }: Encoder, height: number, ffmpeg: FfmpegVersion): ProcessConfig {
  const begun = emptyProfile()[type];
  const stream = testStream(type, height);
  const coding = applyEncoder(type, begun, { encoder: id, settings: {} }, stream, ffmpeg) ?? begun;
  return encoderTestProcess(type, coding, height);
}

/** What a run has left, unless somebody is at it just now. Throws a CoreError, or TestBusy. */
export function* clearLeft() {
  const core = yield* host('core');
  const [left] = (yield* call(core.processes, { id: ENCODER_TEST_ID, filter: 'state' })).filter(
    ({ id }) => id === ENCODER_TEST_ID,
  );
  if (!left) return;
  if (isRunning(left) && (left.state?.runtime_seconds ?? 0) * 1000 < LONGEST_MS) throw busy();
  yield* call(core.processDelete, { id: ENCODER_TEST_ID });
}

const isRunning = ({ state }: Pick<Process, 'state'>) =>
  state?.exec === 'running' || state?.exec === 'starting' || state?.exec === 'finishing';

function* runOnce(body: ProcessConfig) {
  const core = yield* host('core');
  const { id } = body;
  try {
    yield* call(core.processAdd, { body });
  } catch (error) {
    if (codeOf(error) === 400 && (yield* isThere())) throw busy();
    throw error;
  }
  return yield* deletingAfterwards(id, function* () {
    yield* call(core.processCommand, { id, body: { command: 'start' as const } });
    return yield* call(watch, id);
  });

  function* isThere() {
    const listed = yield* call(core.processes, { id, filter: 'state' });
    return listed.some((process) => process.id === id);
  }
}

/** Until it has ended, or has taken too long. */
function* watch(id: string) {
  const core = yield* host('core');
  const now = yield* host('now');
  const begun = now();
  while (true) {
    yield* delay(PACE.encoderTest.everyMs);
    const process = yield* call(core.process, { id, filter: 'state,report' });
    const { state } = process;
    if (!state) throw new CoreError(404, msg('The core lost the process that tests the encoder'));
    if (!isRunning(process)) return ranOf(process);
    if (now() - begun < LONGEST_MS) continue;
    const frames = state.progress?.frame ?? 0;
    const slow: EncoderTestOutcome =
      frames > 0
        ? { measured: { speed: frames / TEST_RATE / ((now() - begun) / 1000), cpu: null } }
        : { failed: { cause: 'too-slow', line: '' } };
    return slow;
  }
}

function ranOf({ state, report }: Process): EncoderTestOutcome {
  const { lines, seconds } = report ? linesOf(report) : { lines: [], seconds: null };
  const bench = benchOf(lines, TEST_SECONDS);
  if (state?.exec === 'finished' && bench) return { measured: bench };
  if (state?.exec === 'finished') {
    const { speed } = state.progress ?? {};
    if (speed) return { measured: { speed, cpu: null } };
  }
  const said = lines.length > 0 ? lines : [state?.last_logline ?? ''];
  const { cause, evidence } = diagnoseRun({ lines: said, seconds, exec: 'failed' }, 'source');
  return { failed: { cause, line: evidence } };
}
