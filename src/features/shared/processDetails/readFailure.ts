import { call } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import type { ProcessFailure, ProcessRole } from '../../../media/failure/failureKeptOverRetries.ts';
import { browser, host } from '../../gate/host/host.ts';
import { readCoreLog } from './readCoreLog.ts';

/** Looks into the log of what failed; one that waits for its channel has nothing to tell. */
export function* readFailure(id: string, failing: ProcessFailure, seen: ProcessRole) {
  const { asUpstreamFailure: excused, isForCore, withDiagnosis: learned } = yield* call(yield* browser('loadReading'));
  if (failing.cause === 'channel-not-running') return excused(failing, seen);
  const ran = yield* reported(id);
  const known = learned(failing, ran, seen);
  if (!isForCore(known)) return known;
  return learned(failing, { ...ran, core: yield* readCoreLog() }, seen);
}

function* reported(id: string) {
  const core = yield* host('core');
  try {
    return yield* call(core.process, { id, filter: 'report,config,state' });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return {}; // what cannot be read says nothing more
  }
}
