import type { UnknownAction } from '@reduxjs/toolkit';
import { call } from 'typed-redux-saga';
import { CoreError, codeOf, NETWORK_FAILURE, NOT_AS_EXPECTED } from '../../core/error.ts';
import { msg } from '../../i18n/msg.ts';
import { compatibilityOf } from '../../media/compatibility.ts';
import { skillsOf } from '../../media/skills.ts';
import { outside } from '../outside.ts';
import { foundIncompatible, loginNeeded, type Premises, registrationNeeded } from './slice.ts';

const APP = 'datarhei-core';

type Found = { kind: 'ready'; premises: Premises; open: boolean } | { kind: 'other'; next: UnknownAction };

const other = (next: UnknownAction): Found => ({ kind: 'other', next });

/** Looks at the core in the gate's order: does it answer, are we let in, does it fit, does it have a user. */
export function* inspect() {
  const core = yield* outside('core');
  const about = yield* call(core.about);
  if (about.app !== APP) throw new CoreError(NOT_AS_EXPECTED, msg('There is another application at this address.'));
  if (about.id === '') return other(loginNeeded({ auths: about.auths }));

  const answer = yield* call(learnSkills);
  const skills = skillsOf(answer);
  // A core that cannot tell its skills is let in: it can still copy.
  const transcoder = answer ? skills.ffmpeg.version : null;
  const compatibility = compatibilityOf({ core: about.version.number, transcoder: transcoder ?? '' });
  if (!compatibility.core.compatible || (transcoder !== null && !compatibility.transcoder.compatible)) {
    return other(foundIncompatible(compatibility));
  }

  const { config, overrides } = yield* call(core.config);
  const open = about.auths.length === 0;
  // When the environment keeps the login off, a registration could not change it.
  if (open && !overrides.includes('api.auth.enable')) return other(registrationNeeded(config.version));
  const found: Found = { kind: 'ready', premises: { address: core.address, about, config, overrides, skills }, open };
  return found;
}

/** null when the core cannot tell: then only what needs no skills is offered. */
function* learnSkills() {
  const core = yield* outside('core');
  try {
    return yield* call(core.skills);
  } catch (error) {
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    return null;
  }
}
