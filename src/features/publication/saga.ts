import { call, put, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { storedChanged } from '../channel/census.ts';
import { processesFetched } from '../channel/processes.ts';
import { safely } from '../safely.ts';
import { coderChanged, formClosed, formOpened, saveRequested, type WithPublicationForm } from './form/slice.ts';
import { deletePublication, runReconnect, runSwitch, switchAll } from './list/command.ts';
import { readReasons } from './list/reasons.ts';
import {
  allSwitched,
  publicationDeleted,
  publicationDeletionConfirmed,
  publicationReconnectRequested,
  publicationSwitched,
} from './list/slice.ts';
import { syncPublications } from './list/sync.ts';

/** The form needs the whole catalog, and nobody who logs in waits for that: it is loaded with the first form. */
const form = () => import('./form/edit.ts');

function* load(opened: ReturnType<typeof formOpened>) {
  const { loadForm } = yield* call(form);
  yield* loadForm(opened);
}

function* change(changed: ReturnType<typeof coderChanged>) {
  const { changeCoder } = yield* call(form);
  yield* changeCoder(changed);
}

/** No form, no catalog. */
function* follow(changed: ReturnType<typeof storedChanged>) {
  const { publicationForm } = yield* select((state: WithPublicationForm) => state);
  if (publicationForm.status !== 'open') return;
  const { followStored } = yield* call(form);
  yield* followStored(changed);
}

function* store() {
  const { save } = yield* call(form);
  yield* save();
}

/** Its form, if that is on screen: what was changed in it is nobody's loss any more. */
function* close() {
  yield* put(formClosed());
}

export function* publicationSaga() {
  yield* takeEvery(publicationSwitched, safely(runSwitch));
  yield* takeEvery(publicationReconnectRequested, safely(runReconnect));
  yield* takeLeading(allSwitched, safely(switchAll));
  yield* takeLeading(publicationDeletionConfirmed, safely(deletePublication));
  yield* takeEvery(publicationDeleted, safely(close));
  yield* takeLeading(processesFetched, safely(syncPublications));
  yield* takeLeading(processesFetched, safely(readReasons));
  yield* takeLatest(formOpened, safely(load));
  yield* takeLatest(storedChanged, safely(follow));
  yield* takeEvery(coderChanged, safely(change));
  yield* takeLeading(saveRequested, safely(store));
}
