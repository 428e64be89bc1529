import { call, put, select, takeEvery } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import { FFMPEG_TRIAL_KEY } from '../../api/ids.ts';
import { parseFfmpegTrial } from '../../media/ffmpegTrial.ts';
import { withTrial } from '../../media/withTrial.ts';
import { host } from '../host.ts';
import { safely } from '../safely.ts';
import { coreInfoOf, entered, skillsLearned, type WithSession } from '../session/slice.ts';
import { untilLoggedOut } from '../session/untilLoggedOut.ts';

/** Whoever logs in once more may be at another core. */
export function* learningSaga() {
  yield* takeEvery(entered, untilLoggedOut(safely(learnTrial)));
}

/** What somebody found out before, with these versions. What cannot be read was not tried. */
export function* learnTrial() {
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (!info || info.skills.trial) return;
  const core = yield* host('core');
  try {
    const { [FFMPEG_TRIAL_KEY]: raw } = yield* call(core.metadataAll);
    const { about, skills } = info;
    const trial = parseFfmpegTrial(raw, { core: about.version.number, ffmpeg: skills.ffmpeg.version });
    if (trial) yield* put(skillsLearned(withTrial(skills, trial)));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}
