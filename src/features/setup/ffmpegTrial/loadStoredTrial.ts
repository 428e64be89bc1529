import { put, select, takeEvery, takeLeading } from 'typed-redux-saga';
import { parseFfmpegTrial } from '../../../media/encoding/ffmpegTrialResult.ts';
import { skillsAfterTrial } from '../../../media/encoding/skillsAfterTrial.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { coreInfoOf, entered, skillsLearned, type WithSession } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { trialRequested } from '../encoderTest/slice.ts';
import { tryFfmpeg } from './saga.ts';

/** The next login may be at another core. */
export function* ffmpegTrialSaga() {
  yield* learnTrial();
  yield* takeEvery(entered, untilLoggedOut(catchSagaErrors(learnTrial)));
  yield* takeLeading(trialRequested, catchSagaErrors(untilLoggedOut(tryFfmpeg)));
}

/** What somebody found out before, with these versions. What cannot be read was not tried. */
function* learnTrial() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!info || info.skills.trial) return;
  const { about, skills, storedTrial } = info;
  const trial = parseFfmpegTrial(storedTrial, { core: about.version.number, ffmpeg: skills.ffmpeg.version });
  if (trial) yield* put(skillsLearned(skillsAfterTrial(skills, trial)));
}
