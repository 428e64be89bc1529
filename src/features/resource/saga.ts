import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { METRICS, resourcesOf } from '../../media/core/resources.ts';
import { lookForRestart } from '../restart/detectRestart.ts';
import { catchSagaErrors } from '../runtime/catchSagaErrors.ts';
import { host } from '../runtime/host.ts';
import { poll } from '../runtime/poll.ts';
import { resourcesHidden, resourcesSeen, resourcesShown, type WithResources } from './slice.ts';

export function* resourceSaga() {
  yield* takeLatest(resourcesShown, catchSagaErrors(watchResources));
}

function* watchResources() {
  yield* race([poll('resources', fetchResources), take(resourcesHidden)]);
}

export function* fetchResources() {
  const core = yield* host('core');
  const before = yield* select(({ resource }: WithResources) => resource?.uptimeSeconds ?? 0);
  const answer = yield* call(core.metrics, { body: { metrics: METRICS.map((name) => ({ name })) } });
  const seen = resourcesOf(answer);
  yield* put(resourcesSeen(seen));
  if (seen.uptimeSeconds < before) yield* call(lookForRestart);
}
