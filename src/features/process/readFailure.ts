import { call } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import type { Failing, Seen } from '../../media/failing.ts';
import { browser, host } from '../host.ts';

/** Looks into the log of what failed; one that waits for its channel has nothing to tell. */
export function* readFailure(id: string, failing: Failing, seen: Seen) {
  const { excused, learned } = yield* call(yield* browser('loadReading'));
  if (failing.cause === 'channel-not-running') return excused(failing, seen);
  return learned(failing, yield* ranAs(id), seen);
}

/** What cannot be read says nothing more. */
function* ranAs(id: string) {
  const core = yield* host('core');
  try {
    return yield* call(core.process, { id, filter: 'report,config' });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return {};
  }
}
