import { call, cancelled, type SagaGenerator } from 'typed-redux-saga';
import type { ProcessConfig } from '../../../api/answers/process.ts';
import { codeOf } from '../../../api/error.ts';
import { host } from '../../gate/host/host.ts';

/**
 * Stores a process, does `work` with it, and deletes it, also when the saga is cancelled. A process of the same id, left
 * by a page that was closed, is replaced. Throws a CoreError.
 */
export function* withTemporaryProcess<Found>(
  body: ProcessConfig,
  work: () => SagaGenerator<Found>,
): SagaGenerator<Found> {
  // `call`, because a `yield*` continues after its cleanup when it is cancelled.
  const replacing = function* (): SagaGenerator<Found> {
    yield* call(replaceProcess, body);
    return yield* work();
  };
  return (yield* call(deletingAfterwards<Found>, body.id, replacing)) as Found;
}

function* deletingAfterwards<Found>(id: string, work: () => SagaGenerator<Found>) {
  const core = yield* host('core');
  try {
    return yield* work();
  } finally {
    // Awaited, else it may come after the next process of this id was stored. What cannot be deleted now is replaced by
    // that one, so a failure needs no notice.
    const deletion = core.processDelete({ id }).catch(() => {});
    if (!(yield* cancelled())) yield* call(() => deletion);
  }
}

function* replaceProcess(body: ProcessConfig) {
  const core = yield* host('core');
  try {
    yield* call(core.processAdd, { body });
  } catch (error) {
    if (codeOf(error) !== 400) throw error;
    yield* call(core.processDelete, { id: body.id });
    yield* call(core.processAdd, { body });
  }
}
