import { put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { preselectCoders } from '../../../catalog/coders/chooseCoders.ts';
import { emptyProfile } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { publicationDeleted } from '../../live/publication/slice.ts';
import { passRendition } from '../egress/egressControlForm.ts';
import { acceptedCodecs, formContextOf } from '../egress/publicationDraft.ts';
import { changeCoder, followStored, loadForm, openForm, save } from './editPublication.ts';
import {
  coderChanged,
  draftChanged,
  formClosed,
  formOpened,
  renditionChosen,
  saveAndStartRequested,
  saveRequested,
} from './slice.ts';

/** Passes another encoding on, or encodes on its own what was passed on so far. */
function* chooseRendition({ payload: uuid }: ReturnType<typeof renditionChosen>) {
  const open = yield* openForm();
  if (!open) return;
  const { form } = open;
  const { draft, found, target } = form;
  const state = yield* select((known: WithSession) => known);
  const context = formContextOf(state, target, found, uuid ?? '');
  if (!context) return;
  const before = found.renditions?.find((one) => one.uuid === draft.control.source.rendition);
  const own = before?.profile ?? draft.profile;
  // A publication without sound is without sound in any encoding.
  const silent = (type: MediaType) => uuid !== null && draft.profile[type].encoder.coder === 'none';
  const begun = uuid === null ? own : emptyProfile();
  const made = preselectCoders(begun, context.streams, acceptedCodecs(context), context.skills);
  const none = emptyProfile();
  const profile = {
    ...made,
    ...(silent('video') ? { video: none.video } : {}),
    ...(silent('audio') ? { audio: none.audio } : {}),
  };
  yield* put(draftChanged({ profile, control: passRendition(draft.control, context.feeds[0], uuid) }));
}

export function* publicationFormSaga() {
  yield* takeLatest(formOpened, catchSagaErrors(loadForm));
  yield* takeLatest(storedChanged, catchSagaErrors(followStored));
  yield* takeEvery(coderChanged, catchSagaErrors(changeCoder));
  yield* takeEvery(renditionChosen, catchSagaErrors(chooseRendition));
  yield* takeEvery(publicationDeleted, catchSagaErrors(close));
  yield* takeLeading([saveRequested, saveAndStartRequested], catchSagaErrors(save));
}

/** Changes in the form of a deleted publication are not worth a warning. */
function* close() {
  yield* put(formClosed());
}
