import { call } from 'typed-redux-saga';
import { host } from '../../gate/host/host.ts';
import { exclusively } from '../../shared/saving/exclusively.ts';

/** Others can save between two batches. Less than the time after which a save loses its lock. */
const BATCH_MS = 20_000;

/**
 * Runs the steps in order, many of them under one lock, because taking it costs several requests. Throws the errors of
 * `run` and of `exclusively`.
 *
 * @param isAlone whether a step runs without the lock, because it takes long */
export function* runInBatches<Step>(
  steps: readonly Step[],
  isAlone: (step: Step) => boolean,
  run: (step: Step, at: number) => Generator,
) {
  const now = yield* host('now');
  let at = 0;
  const batch = function* () {
    const startedAt = now();
    for (let step = steps[at]; step !== undefined && !isAlone(step); step = steps[at]) {
      yield* call(run, step, at);
      at += 1;
      if (Math.abs(now() - startedAt) > BATCH_MS) return;
    }
  };
  while (at < steps.length) {
    const step = steps[at];
    if (step !== undefined && isAlone(step)) {
      yield* call(run, step, at);
      at += 1;
    } else yield* exclusively(batch);
  }
}
