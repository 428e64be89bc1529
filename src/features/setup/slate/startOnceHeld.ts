import { call, delay, put } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { holdFile } from '../../../api/processIds.ts';
import { type Progress, progressOf } from '../../../media/run/progress.ts';
import { host } from '../../gate/host/host.ts';
import { publicationReconnectRequested } from '../../live/publication/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';

const PATIENCE = 20;

/**
 * Restarts publications without reconnect once their playlist exists, because their only attempt failed before. The
 * agent restarts the others. Never throws a CoreError.
 */
export function* startOnceHeld(channel: string, ids: readonly string[]) {
  const core = yield* host('core');
  try {
    for (let attempt = 0; attempt < PATIENCE; attempt += 1) {
      yield* delay(PACE.holdStart.everyMs);
      const lists = yield* call(core.memFiles, { glob: `/${holdFile(channel)}` });
      if (lists.length === 0) continue;
      for (const id of ids) {
        const progress = progressOf(yield* call(core.processState, { id }));
        if (progress.order === 'start' && hasGivenUp(progress)) yield* put(publicationReconnectRequested(id));
      }
      return;
    }
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

const hasGivenUp = (progress: Progress) =>
  (progress.status === 'error' || progress.status === 'disconnected') && progress.retryIn === null;
