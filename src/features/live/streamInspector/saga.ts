import { call, race, take, takeLatest } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { channelClosed } from '../channel/slice.ts';
import { sourceClosed, sourceOpened } from './slice.ts';

export function* inspectorSaga() {
  yield* takeLatest(sourceOpened, catchSagaErrors(watch));
}

function* watch({ payload: channel }: ReturnType<typeof sourceOpened>) {
  const load = yield* browser('loadWatching');
  const { watchSource } = yield* call(load);
  yield* race([call(watchSource, channel), take([sourceClosed, channelClosed])]);
}
