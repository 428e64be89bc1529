import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { METRICS, resourcesOf } from '../../../media/coreInfo/resources.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { poll } from '../polling/poll.ts';
import { lookForRestart } from '../restart/detectRestart.ts';
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
  const resources = resourcesOf(answer);
  yield* put(resourcesSeen(resources));
  if (resources.uptimeSeconds < before) yield* call(lookForRestart);
}
