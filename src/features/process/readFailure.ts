import { call } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import type { Failing, Seen } from '../../media/failing.ts';
import { browser, host } from '../host.ts';

/** Looks into the log of what failed; one that waits for its channel has nothing to tell. */
export function* readFailure(id: string, failing: Failing, seen: Seen) {
  const { excused, isForCore, learned } = yield* call(yield* browser('loadReading'));
  if (failing.cause === 'channel-not-running') return excused(failing, seen);
  const core = yield* host('core');
  const ran = yield* told(() => core.process({ id, filter: 'report,config,state' }), {});
  const known = learned(failing, ran, seen);
  if (!isForCore(known)) return known;
  return learned(failing, { ...ran, core: yield* told(() => core.log(), []) }, seen);
}

/** What cannot be read says nothing more. */
function* told<T, N>(ask: () => Promise<T>, nothing: N) {
  try {
    return yield* call(ask);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return nothing;
  }
}
