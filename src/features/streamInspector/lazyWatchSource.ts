import { call, race, take, takeLatest } from 'typed-redux-saga';
import { channelClosed } from '../channel/channelStatusActions.ts';
import { catchSagaErrors } from '../runtime/catchSagaErrors.ts';
import { browser } from '../runtime/host.ts';
import { sourceClosed, sourceOpened } from './slice.ts';

/** What does it comes with the first source that is shown. */
export function* watchSource() {
  yield* takeLatest(sourceOpened, catchSagaErrors(watch));
}

function* watch({ payload: channel }: ReturnType<typeof sourceOpened>) {
  const load = yield* browser('loadWatching');
  const { watchSource } = yield* call(load);
  yield* race([call(watchSource, channel), take([sourceClosed, channelClosed])]);
}
