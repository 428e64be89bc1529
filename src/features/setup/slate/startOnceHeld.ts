import { call, delay, put } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { holdFile } from '../../../api/processIds.ts';
import { host } from '../../gate/host/host.ts';
import { publicationReconnectRequested } from '../../live/publication/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';

const PATIENCE = 20;

/**
 * Starts publications as soon as the agent has written the list that they read: their first try comes before, and their
 * next one after up to half a minute. Without an agent nothing is done. Never throws a CoreError.
 */
export function* startOnceHeld(channel: string, ids: readonly string[]) {
  const core = yield* host('core');
  try {
    for (let asked = 0; asked < PATIENCE; asked += 1) {
      yield* delay(PACE.holdStart.everyMs);
      const lists = yield* call(core.memFiles, { glob: `/${holdFile(channel)}` });
      if (lists.length === 0) continue;
      for (const id of ids) {
        const { order, exec } = yield* call(core.processState, { id });
        if (order === 'start' && exec !== 'running') yield* put(publicationReconnectRequested(id));
      }
      return;
    }
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}
