import { call, put } from 'typed-redux-saga';
import type { About } from '../../api/answers/about.ts';
import { msg } from '../../i18n/msg.ts';
import { discoverChannels } from '../channel/discover.ts';
import { noticed } from '../notice/slice.ts';
import { entered } from '../session/slice.ts';
import { inspect } from './checkCore.ts';

/** Looks at the core that let us in, and says which screen follows. Throws what the calls throw. */
export function* admit(about: About) {
  const found = yield* call(inspect, about);
  if (found.kind === 'ready') {
    yield* call(discoverChannels, found.premises.about.id);
    yield* put(entered(found.premises));
    if (found.open) {
      yield* put(noticed('warning', msg('Anybody can open this interface, because the login is switched off.')));
    }
    return;
  }
  yield* put(found.next);
}
