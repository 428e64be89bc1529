import { call, put } from 'typed-redux-saga';
import type { About } from '../../api/answers/about.ts';
import { msg } from '../../i18n/msg.ts';
import { discoverChannels } from '../channel/discover.ts';
import { noticed } from '../notice/slice.ts';
import { entered } from '../session/slice.ts';
import { checkCore } from './checkCore.ts';

/** Looks at the core that let us in, and says which screen follows. Throws what the calls throw. */
export function* openSession(about: About) {
  const found = yield* call(checkCore, about);
  if (found.status === 'ready') {
    yield* call(discoverChannels, found.core.about.id);
    yield* put(entered(found.core));
    if (found.open) {
      yield* put(noticed('warning', msg('Login is disabled: anyone can open this interface.')));
    }
    return;
  }
  yield* put(found.next);
}
