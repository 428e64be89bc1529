import { call, put, race, take, takeLatest } from 'typed-redux-saga';
import { METRICS, resourcesOf } from '../../media/resources.ts';
import { host } from '../host.ts';
import { busy } from '../overview/slice.ts';
import { poll } from '../poll.ts';
import { safely } from '../safely.ts';
import { resourcesHidden, resourcesSeen, resourcesShown } from './slice.ts';

const EVERY_MS = 3000;

export function* resourceSaga() {
  yield* takeLatest(resourcesShown, safely(watchResources));
}

function* watchResources() {
  yield* race([call(poll, EVERY_MS, look, busy), take(resourcesHidden)]);
}

function* look() {
  const core = yield* host('core');
  const answer = yield* call(core.metrics, { body: { metrics: METRICS.map((name) => ({ name })) } });
  yield* put(resourcesSeen(resourcesOf(answer)));
}
