import { call, put, select, takeLeading } from 'typed-redux-saga';
import { ENCODER_RESULTS_KEY } from '../../../api/processIds.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { storedResults, type TestedEncoder, type TestedEncoders } from '../../../media/encoding/encoderTestResults.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, encodersTested, type WithSession } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { clearLeft, tryEncoder } from './measureEncoder.ts';
import { runTest } from './runStoppableTest.ts';
import { testRequested, tried } from './slice.ts';
import { testable } from './testableEncoders.ts';

export function* encoderTestSaga() {
  yield* takeLeading(testRequested, untilLoggedOut(catchSagaErrors(testEncoders)));
}

function* testEncoders({ payload }: ReturnType<typeof testRequested>) {
  yield* call(runTest, { of: 'encoders' as const, clearLeft, tryAll }, payload.confirmed);
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
