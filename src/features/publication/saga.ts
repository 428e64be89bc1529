import { takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestSeen } from '../ingest/slice.ts';
import { safely } from '../safely.ts';
import { deletePublication, obeyReconnect, obeySwitch, switchAll } from './command.ts';
import { changeCoder, loadForm, save } from './edit.ts';
import { coderChanged, formOpened, saveRequested } from './form.ts';
import {
  allSwitched,
  publicationDeletionConfirmed,
  publicationReconnectRequested,
  publicationSwitched,
} from './slice.ts';
import { syncPublications } from './sync.ts';

export function* publicationSaga() {
  yield* takeEvery(publicationSwitched, safely(obeySwitch));
  yield* takeEvery(publicationReconnectRequested, safely(obeyReconnect));
  yield* takeLeading(allSwitched, safely(switchAll));
  yield* takeLeading(publicationDeletionConfirmed, safely(deletePublication));
  yield* takeLeading(ingestSeen, safely(syncPublications));
  yield* takeLatest(formOpened, safely(loadForm));
  yield* takeEvery(coderChanged, safely(changeCoder));
  yield* takeLeading(saveRequested, safely(save));
}
