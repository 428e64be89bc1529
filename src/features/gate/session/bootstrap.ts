import { call, put } from 'typed-redux-saga';
import type { Core } from '../../../api/client.ts';
import { CoreError, NETWORK_FAILURE, NOT_AS_EXPECTED, NOT_LOADED, unreadAnswer } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { browser, host, type PendingAnswers } from '../host/host.ts';
import { rememberToken } from './sessionToken.ts';
import { loginNeeded } from './slice.ts';

/** In with the tokens of a login, whichever it was. Throws what the calls throw, without a token then. */
export function* bootstrapAfterLogin(tokens: { access_token: string; refresh_token: string }) {
  const core = yield* host('core');
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  const asked = requestCoreInfo(core);
  const { id } = yield* call(core.about);
  if (id === '') {
    core.setTokens({ access: '', refresh: '' });
    throw unreadAnswer('id');
  }
  yield* rememberToken(tokens.refresh_token);
  yield* call(bootstrap, asked);
}

/** All at once: on a line with a long way each answer that another question waits for costs that way again. */
export function requestCoreInfo(core: Core): PendingAnswers {
  const asked = {
    skills: core.skills(),
    config: core.config(),
    processes: core.processes({ filter: 'metadata' }),
    stored: core.metadataAll(),
  };
  // Each failure reaches the caller that waits for it. The others may never be awaited, as at an incompatible core.
  for (const answer of Object.values(asked)) answer.catch(() => {});
  return asked;
}

const APP = 'datarhei-core';

/**
 * Asks the core who it is and whether it lets us in; if so, the wings behind the gate are opened and decide which screen
 * follows. Throws what the calls throw.
 */
export function* bootstrap(asked?: PendingAnswers) {
  const core = yield* host('core');
  // A token is most likely valid, so its requests start at once. Without one, they wait for the core's description.
  const early = asked ?? (core.tokens.access === '' ? null : requestCoreInfo(core));
  const about = yield* call(core.about);
  if (about.app !== APP)
    throw new CoreError(NOT_AS_EXPECTED, msg('A different application is running at this address.'));
  if (about.id === '') {
    yield* put(loginNeeded({ auths: about.auths }));
    return;
  }
  const { openSession } = yield* call(openLive);
  yield* call(openSession, about, early ?? requestCoreInfo(core));
}

function* openLive() {
  const loadLive = yield* browser('loadLive');
  try {
    return yield* call(loadLive);
  } catch {
    throw new CoreError(NETWORK_FAILURE, NOT_LOADED);
  }
}
