import { call, put, race, select, take, takeLeading } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import { ENCODER_RESULTS_KEY } from '../../api/ids.ts';
import type { Encoder } from '../../catalog/define.ts';
import { storedResults, type TestedEncoder, type TestedEncoders } from '../../media/encoderTest.ts';
import { host } from '../host.ts';
import { reasonOf, safely } from '../safely.ts';
import { coreInfoOf, encodersTested, type WithSession } from '../session/slice.ts';
import { untilLoggedOut } from '../session/untilLoggedOut.ts';
import { testable } from './decide.ts';
import { clearLeft, TestBusy, tryEncoder } from './run.ts';
import { testAsked, testClosed, testEnded, testRequested, testStopped, tried } from './slice.ts';

export function* encoderTestSaga() {
  yield* takeLeading(testRequested, untilLoggedOut(safely(testEncoders)));
}

/** One was left by a page that is gone. */
function* clearTest() {
  try {
    yield* call(clearLeft);
  } catch (error) {
    // It keeps nothing and does not come back: the next test tries again.
    if (!(error instanceof CoreError || error instanceof TestBusy)) throw error;
  }
}

function* testEncoders({ payload }: ReturnType<typeof testRequested>) {
  const ended = yield* race({
    problem: call(untilDone, payload.confirmed),
    stopped: take([testStopped, testClosed]),
  });
  if (!ended.stopped) return;
  // What it has begun is still being deleted: until that is answered nothing new can begin.
  yield* call(clearTest);
  yield* put(testEnded(null));
}

function* untilDone(confirmed: boolean) {
  try {
    const running = confirmed ? 0 : yield* call(countRunning);
    if (running > 0) yield* put(testAsked({ of: 'encoders', running }));
    else {
      yield* call(clearLeft);
      yield* call(tryAll);
      yield* put(testEnded(null));
    }
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof TestBusy)) throw error;
    yield* put(testEnded(reasonOf(error)));
  }
}

/** Of all programs: whatever runs shares the machine. */
function* countRunning() {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { filter: 'state' });
  return processes.filter(({ state }) => state?.exec === 'running' || state?.exec === 'starting').length;
}

function* tryAll() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!info) return;
  const { skills, about } = info;
  const versions = { core: about.version.number, ffmpeg: skills.ffmpeg.version };
  const encoders = testable(skills);
  const names = encoders.map(({ id }) => id);
  // What this core lacks by now says nothing any more.
  let tested: TestedEncoders = Object.fromEntries(
    Object.entries(skills.tested ?? {}).filter(([id]) => names.includes(id)),
  );
  for (const [done, encoder] of encoders.entries()) {
    const found = yield* call(tryOne, encoder, { done, all: encoders.length });
    tested = { ...tested, [encoder.id]: { ...found, ...versions, old: false } };
    yield* call(keep, tested);
  }

  function* tryOne(encoder: Encoder, counted: { done: number; all: number }) {
    const outcome = yield* call(tryEncoder, encoder, skills.ffmpeg, function* (height: number) {
      yield* put(tried({ of: 'encoders', id: encoder.id, height, ...counted }));
    });
    const now = yield* host('now');
    const result: Omit<TestedEncoder, 'core' | 'ffmpeg' | 'old'> = { at: now(), ...outcome };
    return result;
  }
}

function* keep(tested: TestedEncoders) {
  const core = yield* host('core');
  yield* call(core.metadataSet, { key: ENCODER_RESULTS_KEY, body: storedResults(tested) });
  yield* put(encodersTested(tested));
}
