import type { UnknownAction } from '@reduxjs/toolkit';
import { call } from 'typed-redux-saga';
import type { About } from '../../api/answers/about.ts';
import { codeOf, NETWORK_FAILURE } from '../../api/error.ts';
import { compatibilityOf } from '../../media/compatibility.ts';
import { skillsOf } from '../../media/skills.ts';
import { host } from '../host.ts';
import type { Asked } from '../session/ask.ts';
import { type CoreInfo, foundIncompatible, registrationNeeded } from '../session/slice.ts';

type Found = { status: 'ready'; core: CoreInfo; open: boolean } | { status: 'other'; next: UnknownAction };

const other = (next: UnknownAction): Found => ({ status: 'other', next });

/** Looks at a core that let us in, in the gate's order: does it fit, does it have a user. */
export function* checkCore(about: About, asked: Pick<Asked, 'skills' | 'config'>) {
  const core = yield* host('core');
  const answer = yield* call(learnSkills, asked.skills);
  const skills = skillsOf(answer);
  // A core that cannot tell its skills is let in: it can still copy.
  const transcoder = answer ? skills.ffmpeg.version : null;
  const compatibility = compatibilityOf({ core: about.version.number, transcoder: transcoder ?? '' });
  if (!compatibility.core.compatible || (transcoder !== null && !compatibility.transcoder.compatible)) {
    return other(foundIncompatible(compatibility));
  }

  const { config, overrides } = yield* call(() => asked.config);
  const open = about.auths.length === 0;
  // When the environment keeps the login off, a registration could not change it.
  if (open && !overrides.includes('api.auth.enable')) return other(registrationNeeded(config.version));
  const found: Found = { status: 'ready', core: { address: core.address, about, config, overrides, skills }, open };
  return found;
}

/** null when the core cannot tell: then only what needs no skills is offered. */
function* learnSkills(skills: Asked['skills']) {
  try {
    return yield* call(() => skills);
  } catch (error) {
    if (codeOf(error) === NETWORK_FAILURE) throw error;
    return null;
  }
}
