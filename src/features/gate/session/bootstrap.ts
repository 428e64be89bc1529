import { call, put } from 'typed-redux-saga';
import type { Core } from '../../../api/client.ts';
import { CoreError, NETWORK_FAILURE, NOT_AS_EXPECTED, NOT_LOADED, unreadAnswer } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { browser, host, type PendingAnswers } from '../host/host.ts';
import { rememberToken } from './sessionToken.ts';
import { loginNeeded } from './slice.ts';

/** Starts a session with new tokens. Rethrows errors of its calls, after removing the tokens. */
export function* bootstrapAfterLogin(tokens: { access_token: string; refresh_token: string }) {
  const core = yield* host('core');
  core.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  const pending = requestCoreInfo(core);
  const { id } = yield* call(core.about);
  if (id === '') {
    core.setTokens({ access: '', refresh: '' });
    throw unreadAnswer('id');
  }
  yield* rememberToken(tokens.refresh_token);
  yield* call(bootstrap, pending);
}

/** `api/processIds.ts` would make the first script larger. */
const INGESTS = '*:ingest:*';

/** Sends all requests in parallel, which matters with a high latency. */
export function requestCoreInfo(core: Core): PendingAnswers {
  const pending = {
    skills: core.skills(),
    config: core.config(),
    processes: core.processes({ filter: 'metadata' }),
    ingests: core.processes({ idpattern: INGESTS, filter: 'state' }),
    stored: core.metadataAll(),
  };
  // Failures reach the awaiting caller. Unawaited ones must not be reported, as with an incompatible core.
  for (const answer of Object.values(pending)) answer.catch(() => {});
  return pending;
}

const APP = 'datarhei-core';

/** Opens the live wing once logged in, which picks the next screen. Rethrows errors of its calls. */
export function* bootstrap(pending?: PendingAnswers) {
  const core = yield* host('core');
  const early = pending ?? (core.tokens.access === '' ? null : requestCoreInfo(core));
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
