import { call } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import type { Endpoint } from '../../../media/address/endpoint.ts';
import { reachProcess } from '../../../media/process/probeProcess.ts';
import { host } from '../../gate/host/host.ts';
import { withTemporaryProcess } from '../../shared/probe/withTemporaryProcess.ts';

/** Returns the ffmpeg log of the connection; null if the core cannot try it. `n` distinguishes concurrent tries. */
export function* tryEndpoint(channel: string, n: number, endpoint: Endpoint) {
  const core = yield* host('core');
  const body = reachProcess(channel, n, endpoint);
  try {
    return yield* withTemporaryProcess(body, function* () {
      const { log } = yield* call(core.processProbe, { id: body.id });
      return log;
    });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return null;
  }
}
