import type { UnknownAction } from '@reduxjs/toolkit';
import { call, cancel, delay, fork, join, put, race } from 'typed-redux-saga';
import type { About } from '../../../api/answers/about.ts';
import { CoreError, codeOf, NETWORK_FAILURE } from '../../../api/error.ts';
import { ENCODER_RESULTS_KEY, FFMPEG_TRIAL_KEY, SCHEDULE_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { compatibilityOf } from '../../../media/coreInfo/compatibility.ts';
import { parseTestedEncoders, type TestedWith } from '../../../media/encoding/encoderTestResults.ts';
import { isEmpty, skillsOf } from '../../../media/encoding/skills.ts';
import { browser, host, type PendingAnswers } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { pauseAfter } from '../../gate/session/retryPause.ts';
import { type CoreInfo, entered, foundIncompatible, registrationNeeded } from '../../gate/session/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { needsRestart } from '../../shared/restart/detectRestart.ts';
import { configTaken } from '../../shared/restart/pendingRestart/slice.ts';
import { discoverChannels } from '../channel/discoverChannels.ts';
import { scheduleNoticed } from '../nextChange/slice.ts';
import { finishSavesOf, reportFollowUps } from './finishInterruptedSaves.ts';
import { prepareFirstPicture } from './prepareFirstPicture.ts';

const PLAYER_FIRST_MS = 200;

/** Checks the core after the login and dispatches the next screen. Rethrows the errors of its calls. */
export function* openSession(about: About, pending: PendingAnswers) {
  const preparing = yield* fork(prepareFirstPicture, about.id, pending);
  const found = yield* call(checkCore, about, pending);
  if (found.status === 'ready') {
    const finished = yield* call(finishSavesOf, pending.stored);
    const core = yield* host('core');
    // `asked.processes` was requested before the saves were finished.
    const processes = yield* call(() => (finished ? core.processes({ filter: 'metadata' }) : pending.processes));
    yield* call(discoverChannels, found.core.about.id, processes);
    // Drawing the page is the longest task after a login, and would delay each step of the player.
    yield* race([join(preparing), delay(PLAYER_FIRST_MS)]);
    yield* put(entered(found.core));
    yield* call(noticeSchedule, pending.stored);
    yield* call(reportFollowUps, pending.stored);
    return;
  }
  yield* put(found.next);
}

/** Without rules, the agent is never polled for the next change. */
function* noticeSchedule(stored: PendingAnswers['stored']) {
  try {
    const { [SCHEDULE_KEY]: found } = yield* call(() => stored);
    const { rules }: { rules?: unknown } = Object(Object(found).schedule);
    yield* put(scheduleNoticed(Array.isArray(rules) && rules.length > 0));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

type CheckOutcome = { status: 'ready'; core: CoreInfo } | { status: 'other'; next: UnknownAction };

const other = (next: UnknownAction): CheckOutcome => ({ status: 'other', next });

function* checkCore(about: About, pending: PendingAnswers) {
  const core = yield* host('core');
  const learned = yield* call(learnSkills, pending.skills);
  const skills = skillsOf(learned);
  // A core without known skills is accepted, because it can still copy streams.
  const transcoder = learned ? skills.ffmpeg.version : null;
  const compatibility = compatibilityOf({ core: about.version.number, transcoder });
  if (!compatibility.core.compatible || !compatibility.transcoder.compatible) {
    return other(foundIncompatible(compatibility));
  }

  const answer = yield* call(() => pending.config);
  const { config, overrides } = answer;
  const open = about.auths.length === 0;
  // If the environment disables the login, a registration has no effect.
  if (open && !overrides.includes('api.auth.enable')) {
    const loadRegistration = yield* browser('loadRegistration');
    const { foundIn } = yield* call(loadRegistration);
    const processes = foundIn(yield* call(() => pending.processes));
    const memoryUser = config.storage?.memory?.auth?.username ?? '';
    const fixed = {
      username: overrides.includes('api.auth.username') ? (config.api?.auth?.username ?? '') : null,
      password: overrides.includes('api.auth.password'),
    };
    return other(registrationNeeded({ version: config.version, overrides, memoryUser, fixed, processes }));
  }
  yield* put(configTaken(needsRestart(answer)));
  const { tested, storedTrial } = yield* call(learnResults, pending.stored, {
    core: about.version.number,
    ffmpeg: skills.ffmpeg.version,
  });
  const info: CoreInfo = {
    address: core.address,
    about,
    config,
    overrides,
    skills: { ...skills, tested },
    storedTrial,
  };
  const found: CheckOutcome = { status: 'ready', core: info };
  return found;
}

/** Returns the stored encoder and ffmpeg test results, or none if the core does not answer. */
function* learnResults(stored: PendingAnswers['stored'], versions: TestedWith) {
  try {
    const { [ENCODER_RESULTS_KEY]: encoders, [FFMPEG_TRIAL_KEY]: storedTrial } = yield* call(() => stored);
    return { tested: parseTestedEncoders(encoders, versions), storedTrial };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return { tested: {}, storedTrial: undefined };
  }
}

const TELL_AFTER_MS = 2_000;
/** More than a minute including the pauses. Even without a working ffmpeg, the operator must reach the settings. */
const TRIES = 10;

/** Returns null if the core reports no skills. Retries an empty list, which would disable features in forms. */
function* learnSkills(first: PendingAnswers['skills']) {
  const core = yield* host('core');
  const telling = yield* fork(tellThatItLooks);
  try {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const found = yield* call(skillsIn, tried === 0 ? first : core.skills());
      if (found !== 'not yet') return found;
      yield* delay(pauseAfter(tried));
    }
  } finally {
    yield* cancel(telling);
  }
  yield* put(
    noticed('error', msg('The core cannot say what its ffmpeg can do. Until it can, nothing can be encoded anew.')),
  );
  return null;
}

function* tellThatItLooks() {
  yield* delay(TELL_AFTER_MS);
  for (;;) {
    yield* put(noticed('info', msg('The core is still looking at ffmpeg …')));
    yield* delay(PACE.startupNotice.everyMs);
  }
}

function* skillsIn(pending: PendingAnswers['skills']) {
  try {
    const skills = yield* call(() => pending);
    return isEmpty(skills) ? ('not yet' as const) : skills;
  } catch (error) {
    const code = codeOf(error);
    if (code === NETWORK_FAILURE || code === null) throw error;
    return code >= 500 ? ('not yet' as const) : null;
  }
}
