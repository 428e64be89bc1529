import { put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { storedChanged } from '../channel/channelSync.ts';
import { channelGone } from '../channel/slice.ts';
import { safely } from '../runtime/safely.ts';
import { followChannel, loadChannel, saveChannel } from './edit.ts';
import { channelFormClosed, channelFormOpened, channelSaveRequested, type WithChannelForm } from './form.ts';

/** What was changed of a channel that is deleted is nobody's loss any more. */
function* forget({ payload: channel }: ReturnType<typeof channelGone>) {
  const form = yield* select(({ channelForm }: WithChannelForm) => channelForm);
  if (form.status !== 'closed' && form.target === channel) yield* put(channelFormClosed());
}

export function* channelEditSaga() {
  yield* takeLatest(channelFormOpened, safely(loadChannel));
  yield* takeLatest(storedChanged, safely(followChannel));
  yield* takeLeading(channelSaveRequested, safely(saveChannel));
  yield* takeEvery(channelGone, safely(forget));
}
