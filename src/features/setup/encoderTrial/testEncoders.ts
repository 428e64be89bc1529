import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { ENCODER_RESULTS_KEY, ENCODER_TEST_ID } from '../../../api/processIds.ts';
import { encodersToTest } from '../../../catalog/coders/chooseCoders.ts';
import { measuredArguments } from '../../../catalog/coders/encoderTestArguments.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { msg } from '../../../i18n/msg.ts';
import { runLinesOf } from '../../../media/diagnosis/diagnoseFailure.ts';
import { diagnoseRun } from '../../../media/diagnosis/diagnoseRun.ts';
import {
  benchOf,
  type EncoderMeasurement,
  type EncoderResult,
  storedResults,
  TEST_HEIGHTS,
  TEST_RATE,
  TEST_SECONDS,
  type TestedEncoders,
} from '../../../media/encoding/encoderTestResults.ts';
import type { FfmpegVersion } from '../../../media/encoding/skills.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, encodersTested, type WithSession } from '../../gate/session/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { isAtWork, runTrial, runTrialJobs, type TrialEnd, type TrialProcesses } from './runTrialJobs.ts';

const processes: TrialProcesses = {
  ids: [ENCODER_TEST_ID],
  everyMs: PACE.encoderTest.everyMs,
  longestMs: 30_000,
  busy: msg('The encoders are being tested in another browser right now. Try again in a few minutes.'),
};

/** Below this speed a larger size would hit the timeout. */
const SLOW = 0.3;

export function* runEncoderTest(confirmed: boolean) {
  yield* call(runTrial, { of: 'encoders', processes, tryAll: testEncoders } as const, confirmed);
}

/** Tests one encoder at a time and stores each result at once. */
function* testEncoders() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!info) return;
  const { skills, about } = info;
  const core = yield* host('core');
  const now = yield* host('now');
  const versions = { core: about.version.number, ffmpeg: skills.ffmpeg.version };
  const encoders = encodersToTest(skills);
  const names = encoders.map(({ id }) => id);
  let tested: TestedEncoders = Object.fromEntries(
    Object.entries(skills.tested ?? {}).filter(([id]) => names.includes(id)),
  );
  for (const [done, encoder] of encoders.entries()) {
    const outcome = yield* call(testEncoder, encoder, skills.ffmpeg, { done, all: encoders.length });
    tested = { ...tested, [encoder.id]: { at: now(), ...outcome, ...versions, old: false } };
    yield* call(core.metadataSet, { key: ENCODER_RESULTS_KEY, body: storedResults(tested) });
    yield* put(encodersTested(tested));
  }
}

function* testEncoder(encoder: Encoder, ffmpeg: FfmpegVersion, progress: { done: number; all: number }) {
  const outcome: Pick<EncoderResult, 'works' | 'cause' | 'line' | 'sizes'> = {
    ...{ works: false, cause: '', line: '', sizes: [] },
  };
  const heights: readonly number[] = encoder.type === 'video' ? TEST_HEIGHTS : [0];
  yield* call(() =>
    runTrialJobs(processes, {
      jobs: heights,
      argumentsOf: (height) => measuredArguments(encoder, height, ffmpeg),
      fits: () => true,
      longestMs: () => processes.longestMs,
      until: Number.POSITIVE_INFINITY,
      progress: ([height = 0]) => ({ of: 'encoders', id: encoder.id, height, ...progress }),
      settle: (end, waiting) => {
        const { job: height } = end;
        const found = measurementOf(end);
        if ('failed' in found) {
          // Failing only with a large size is no failure of the encoder.
          if (outcome.works) outcome.sizes.push({ height, speed: 0, cpu: null });
          else Object.assign(outcome, found.failed);
          return [];
        }
        outcome.works = true;
        outcome.sizes.push({ height, ...found.measured });
        return found.measured.speed < SLOW ? [] : waiting;
      },
    }),
  );
  return outcome;
}

type MeasurementOutcome =
  | { measured: Omit<EncoderMeasurement, 'height'> }
  | { failed: { cause: string; line: string } };

/** Throws a CoreError if the core did not run the process. */
function measurementOf({ process, refusal, tookMs }: TrialEnd<number>): MeasurementOutcome {
  if (refusal) throw refusal;
  const { state, report } = process ?? {};
  if (!process || !state) throw new CoreError(404, msg('The core lost the process that tests the encoder'));
  if (isAtWork(process)) {
    const frames = state.progress?.frame ?? 0;
    return frames > 0
      ? { measured: { speed: frames / TEST_RATE / (tookMs / 1000), cpu: null } }
      : { failed: { cause: 'too-slow', line: '' } };
  }
  const { lines, seconds } = report ? runLinesOf(report) : { lines: [], seconds: null };
  if (state.exec === 'finished') {
    const { speed } = state.progress ?? {};
    const measured = benchOf(lines, TEST_SECONDS) ?? (speed ? { speed, cpu: null } : null);
    if (measured) return { measured };
  }
  const output = lines.length > 0 ? lines : [state.last_logline ?? ''];
  const { cause, evidence } = diagnoseRun({ lines: output, seconds, exec: 'failed' }, 'source');
  return { failed: { cause, line: evidence } };
}
