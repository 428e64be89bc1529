import { call, put, select, takeEvery, takeLeading } from 'typed-redux-saga';
import { parseFfmpegTrial } from '../../../media/encoding/ffmpegTrialResult.ts';
import { skillsAfterTrial } from '../../../media/encoding/skillsAfterTrial.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { coreInfoOf, entered, skillsLearned, type WithSession } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { trialRequested } from './slice.ts';
import { runEncoderTest } from './testEncoders.ts';

export function* encoderTrialSaga() {
  yield* applyStoredTrial();
  // The next login may be at another core.
  yield* takeEvery(entered, untilLoggedOut(catchSagaErrors(applyStoredTrial)));
  yield* takeLeading(trialRequested, untilLoggedOut(catchSagaErrors(run)));
}

function* run({ payload: { of, confirmed } }: ReturnType<typeof trialRequested>) {
  if (of === 'encoders') {
    yield* runEncoderTest(confirmed);
    return;
  }
  const load = yield* browser('loadFfmpegTrial');
  const { runFfmpegTrial } = yield* call(load);
  yield* runFfmpegTrial(confirmed);
}

/** Stops offering options that an earlier trial found rejected. An unreadable result is ignored. */
function* applyStoredTrial() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!info || info.skills.trial) return;
  const { about, skills, storedTrial } = info;
  const trial = parseFfmpegTrial(storedTrial, { core: about.version.number, ffmpeg: skills.ffmpeg.version });
  if (trial) yield* put(skillsLearned(skillsAfterTrial(skills, trial)));
}
