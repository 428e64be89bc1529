import { eventChannel } from 'redux-saga';
import { call, put, select, takeEvery } from 'typed-redux-saga';
import { isToken } from '../../../api/token.ts';
import { host } from '../host/host.ts';
import { bootstrap } from './bootstrap.ts';
import { loggedOut, type WithSession } from './slice.ts';
import { KEY } from './tokenStorageAndRenewal.ts';

interface Change {
  text: string | null;
  before: string | null;
}

/** Tabs of one origin share a login: they leave together, and come back together. A foreign core has one tab only. */
export function* followTabs() {
  const storage = yield* host('storage');
  if (yield* host('foreign')) return;
  const changes = eventChannel<Change>((emit) => storage.listen(KEY, (text, before) => emit({ text, before })));
  yield* takeEvery(changes, follow);
}

function* follow({ text, before }: Change) {
  const core = yield* host('core');
  const session = yield* select((state: WithSession) => state.session);
  const { access, refresh } = core.tokens;
  const interrupted = session.status === 'login' && session.interrupted !== null;
  if (text === null) {
    // Only a logout takes a good token away, or somebody who clears the storage.
    const left = before === null || isToken(before);
    if (!left || (refresh === '' && !interrupted)) return;
    core.setTokens({ access: '', refresh: '' });
    yield* put(loggedOut({ elsewhere: true }));
  } else if (isToken(text)) {
    if (refresh !== '') core.setTokens({ access, refresh: text });
    else if (session.status === 'login' && !session.busy) yield* call(comeBack, text);
  }
}

/** Somebody has logged in beside us. If that does not help here, the login stays as it is. */
function* comeBack(refresh: string) {
  const core = yield* host('core');
  core.setTokens({ access: '', refresh });
  try {
    yield* call(core.renew);
    yield* call(bootstrap);
  } catch {
    core.setTokens({ access: '', refresh: '' });
  }
}
