import { call, cancelled } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../api/error.ts';
import type { Endpoint } from '../../media/preflight/endpoint.ts';
import { reachProcess } from '../../media/process/reach.ts';
import { host } from '../host.ts';

/**
 * Has the core open a connection and close it again. Answers what its ffmpeg said of it; null: the core does not try it.
 * @param n no two at the same time
 */
export function* tryEndpoint(channel: string, n: number, endpoint: Endpoint) {
  const core = yield* host('core');
  const body = reachProcess(channel, n, endpoint);
  const { id } = body;
  try {
    yield* call(store);
    const { log } = yield* call(core.processProbe, { id });
    return log;
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return null;
  } finally {
    const gone = core.processDelete({ id }).catch(() => {});
    if (!(yield* cancelled())) yield* call(() => gone);
  }

  /** One may be left of a page that was closed meanwhile. */
  function* store() {
    try {
      yield* call(core.processAdd, { body });
    } catch (error) {
      if (codeOf(error) !== 400) throw error;
      yield* call(core.processDelete, { id });
      yield* call(core.processAdd, { body });
    }
  }
}
