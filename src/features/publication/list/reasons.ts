import { put, select } from 'typed-redux-saga';
import { isRead } from '../../../media/processFailure.ts';
import { failureExplained, type processesFetched } from '../../channel/processes.ts';
import { readFailure } from '../../process/readFailure.ts';
import type { WithPublications } from './slice.ts';

/** Why publications and their renditions failed is read from their logs, once for each failure: its last line tells only what came of it. */
export function* readReasons({ payload: { channel, egresses, renditions = {} } }: ReturnType<typeof processesFetched>) {
  const { failures } = yield* select(({ publication }: WithPublications) => publication);
  for (const [id, failing] of Object.entries(failures)) {
    if (isRead(failing) || !(id in egresses || id in renditions)) continue;
    const known = yield* readFailure(id, failing, { role: 'target', channel });
    yield* put(failureExplained({ channel, id, failing: known }));
  }
}
