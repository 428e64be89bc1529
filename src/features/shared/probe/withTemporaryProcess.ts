import { call, cancelled, type SagaGenerator } from 'typed-redux-saga';
import type { ProcessConfig } from '../../../api/answers/process.ts';
import { codeOf } from '../../../api/error.ts';
import { host } from '../../gate/host/host.ts';

/** Deletes the process even on cancellation, and replaces a leftover with the same id. Throws a CoreError. */
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
    // Awaited, so that it cannot delete the next process with this id. A failure needs no notice, because that one
    // replaces it.
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
