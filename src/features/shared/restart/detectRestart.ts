import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { host } from '../../gate/host/host.ts';
import { configLearned } from '../../gate/session/slice.ts';
import { needsRestart } from './movedAddress.ts';
import { configSeen, type WithPendingRestart } from './pendingRestart/slice.ts';

/**
 * The core may have been started anew, by another tab or by somebody else: what was stored is in effect then, and
 * addresses are those of now.
 */
export function* lookForRestart() {
  if ((yield* select(({ pendingRestart: pending }: WithPendingRestart) => pending)) === 'none') return;
  const core = yield* host('core');
  try {
    const answer = yield* call(core.config);
    if (needsRestart(answer)) return;
    yield* put(configLearned({ config: answer.config, overrides: answer.overrides }));
    yield* put(configSeen(false));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error; // the next sign of life is another chance
  }
}
