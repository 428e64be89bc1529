import type { UnknownAction } from '@reduxjs/toolkit';
import { call, cancel, delay, fork, put, select } from 'typed-redux-saga';
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
import { askStates } from '../channel/fetchChannelStatus.ts';
import type { WithChannels } from '../channel/slice.ts';
import { scheduleNoticed } from '../nextChange/slice.ts';
import { finishSavesOf, reportFollowUps } from './finishInterruptedSaves.ts';

/** Looks at the core that let us in, and says which screen follows. Throws what the calls throw. */
export function* openSession(about: About, asked: PendingAnswers) {
  const found = yield* call(checkCore, about, asked);
  if (found.status === 'ready') {
    const finished = yield* call(finishSavesOf, asked.stored);
    const core = yield* host('core');
    // The requests were sent before this changed.
    const processes = yield* call(() => (finished ? core.processes({ filter: 'metadata' }) : asked.processes));
    yield* call(discoverChannels, found.core.about.id, processes);
    yield* call(askFirstState);
    yield* put(entered(found.core));
    yield* call(noticeSchedule, asked.stored);
    yield* call(reportFollowUps, asked.stored);
    return;
  }
  yield* put(found.next);
}

/** Whether there is one: only then anybody is asked what it does next. */
function* noticeSchedule(stored: PendingAnswers['stored']) {
  try {
    const { [SCHEDULE_KEY]: found } = yield* call(() => stored);
    const { rules }: { rules?: unknown } = Object(Object(found).schedule);
    yield* put(scheduleNoticed(Array.isArray(rules) && rules.length > 0));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

/** The channel page begins with this: the answer comes while the page is drawn. */
function* askFirstState() {
  const core = yield* host('core');
  const { list, current } = yield* select(({ channel }: WithChannels) => channel);
  const there = list.find(({ id, available }) => id === current && available);
  if (there) askStates(core, there.id).catch(() => {}); // heard where it is asked for again
}

type CheckOutcome = { status: 'ready'; core: CoreInfo } | { status: 'other'; next: UnknownAction };

const other = (next: UnknownAction): CheckOutcome => ({ status: 'other', next });

/** Looks at a core that let us in, in the gate's order: does it fit, does it have a user. */
function* checkCore(about: About, asked: PendingAnswers) {
  const core = yield* host('core');
  const told = yield* call(learnSkills, asked.skills);
  const skills = skillsOf(told);
  // A core that cannot tell its skills is let in: it can still copy.
  const transcoder = told ? skills.ffmpeg.version : null;
  const compatibility = compatibilityOf({ core: about.version.number, transcoder });
  if (!compatibility.core.compatible || !compatibility.transcoder.compatible) {
    return other(foundIncompatible(compatibility));
  }

  const answer = yield* call(() => asked.config);
  const { config, overrides } = answer;
  const open = about.auths.length === 0;
  // When the environment keeps the login off, a registration could not change it.
  if (open && !overrides.includes('api.auth.enable')) {
    const loadRegistration = yield* browser('loadRegistration');
    const { foundIn } = yield* call(loadRegistration);
    const processes = foundIn(yield* call(() => asked.processes));
    const memoryUser = config.storage?.memory?.auth?.username ?? '';
    const fixed = {
      username: overrides.includes('api.auth.username') ? (config.api?.auth?.username ?? '') : null,
      password: overrides.includes('api.auth.password'),
    };
    return other(registrationNeeded({ version: config.version, overrides, memoryUser, fixed, processes }));
  }
  yield* put(configTaken(needsRestart(answer)));
  const { tested, storedTrial } = yield* call(learnResults, asked.stored, {
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

/** What was found out of its encoders and its ffmpeg; nothing where the core does not say. */
function* learnResults(stored: PendingAnswers['stored'], versions: TestedWith) {
  try {
    const { [ENCODER_RESULTS_KEY]: encoders, [FFMPEG_TRIAL_KEY]: storedTrial } = yield* call(() => stored);
    return { tested: parseTestedEncoders(encoders, versions), storedTrial };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return { tested: {}, storedTrial: undefined };
  }
}

/** A core that has just started, on a small machine. */
const TELL_AFTER_MS = 2_000;
/** With the pauses between them more than a minute: whoever has no ffmpeg that answers has to reach the settings. */
const TRIES = 10;

/**
 * null when the core cannot tell: then only what needs no skills is offered. A core that has nothing to tell yet is
 * waited for: what it cannot do would be taken from the operator, and from what is stored.
 */
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

function* skillsIn(asked: PendingAnswers['skills']) {
  try {
    const skills = yield* call(() => asked);
    return isEmpty(skills) ? ('not yet' as const) : skills;
  } catch (error) {
    const code = codeOf(error);
    if (code === NETWORK_FAILURE || code === null) throw error;
    return code >= 500 ? ('not yet' as const) : null;
  }
}
