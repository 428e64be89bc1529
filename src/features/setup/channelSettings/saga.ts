import { put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { channelGone } from '../../live/channel/slice.ts';
import { followChannel, loadChannel, saveChannel } from './editChannel.ts';
import { channelFormClosed, channelFormOpened, channelSaveRequested, type WithChannelForm } from './slice.ts';

/** What was changed of a channel that is deleted is nobody's loss any more. */
function* forget({ payload: channel }: ReturnType<typeof channelGone>) {
  const form = yield* select(({ channelSettings: channelForm }: WithChannelForm) => channelForm);
  if (form.status !== 'closed' && form.target === channel) yield* put(channelFormClosed());
}

export function* channelEditSaga() {
  yield* takeLatest(channelFormOpened, catchSagaErrors(loadChannel));
  yield* takeLatest(storedChanged, catchSagaErrors(followChannel));
  yield* takeLeading(channelSaveRequested, catchSagaErrors(saveChannel));
  yield* takeEvery(channelGone, catchSagaErrors(forget));
}
