import { call } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { host } from '../../gate/host/host.ts';

/** Returns an empty log if reading it is forbidden. */
export function* readCoreLog() {
  const core = yield* host('core');
  try {
    return yield* call(core.log);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const empty: readonly string[] = [];
    return empty;
  }
}
