import { call, put, select } from 'typed-redux-saga';
import type { About } from '../../api/answers/about.ts';
import { msg } from '../../i18n/msg.ts';
import { discoverChannels } from '../channel/discover.ts';
import { askStates } from '../channel/fetchProcesses.ts';
import type { WithChannels } from '../channel/slice.ts';
import { host } from '../host.ts';
import { noticed } from '../notice/slice.ts';
import type { Asked } from '../session/ask.ts';
import { entered } from '../session/slice.ts';
import { checkCore } from './checkCore.ts';

/** Looks at the core that let us in, and says which screen follows. Throws what the calls throw. */
export function* openSession(about: About, asked: Asked) {
  const found = yield* call(checkCore, about, asked);
  if (found.status === 'ready') {
    const processes = yield* call(() => asked.processes);
    yield* call(discoverChannels, found.core.about.id, processes);
    yield* call(askFirstState);
    yield* put(entered(found.core));
    if (found.open) {
      yield* put(noticed('warning', msg('Login is disabled: anyone can open this interface.')));
    }
    return;
  }
  yield* put(found.next);
}

/** The channel page begins with this: the answer comes while the page is drawn. */
function* askFirstState() {
  const core = yield* host('core');
  const { list, current } = yield* select(({ channel }: WithChannels) => channel);
  const there = list.find(({ id, available }) => id === current && available);
  if (there) askStates(core, there.id).catch(() => {}); // heard where it is asked for again
}
