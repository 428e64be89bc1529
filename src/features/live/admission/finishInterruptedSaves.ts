import { createAction } from '@reduxjs/toolkit';
import { call, delay, put, takeEvery, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { connectionHealed } from '../../gate/connection/slice.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { SaveConflict } from '../../shared/saving/exclusively.ts';
import { finishSaves, type NotedRest, restsIn } from '../../shared/saving/saveJournal.ts';
import { metadataLost } from '../channel/channelSync.ts';

/** A save of ours that the connection has broken takes back what it can. */
const UNDONE_MS = 3000;

/** What saves have left to do, or are doing just now. */
export const followUpsFound = createAction<readonly NotedRest[]>('admission/followUpsFound');

/** Also while we are there: the browser of somebody else may be gone, or our own save was cut off. */
export function* finishSaga() {
  yield* takeEvery(connectionHealed, catchSagaErrors(finishLater));
  yield* takeEvery(metadataLost, catchSagaErrors(finishLater));
  yield* takeLatest(followUpsFound, untilLoggedOut(catchSagaErrors(finishRest)));
}

/** Needs the catalog, which comes with the forms. */
function* finishRest(found: ReturnType<typeof followUpsFound>) {
  const loadSetup = yield* browser('loadSetup');
  const { finishFollowUps } = yield* call(loadSetup);
  yield* finishFollowUps(found);
}

function* finishLater() {
  const core = yield* host('core');
  yield* delay(UNDONE_MS);
  const stored = core.metadataAll();
  yield* finishSavesOf(stored);
  yield* reportFollowUps(stored);
}

/** Told once somebody is let in: it needs all that is known of the core. */
export function* reportFollowUps(stored: Promise<Readonly<Record<string, unknown>>>) {
  try {
    const rests = restsIn(yield* call(() => stored));
    if (rests.length > 0) yield* put(followUpsFound(rests));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

/** True: what we knew of the processes is not true any more. What fails is tried again by the next who comes. */
export function* finishSavesOf(stored: Promise<Readonly<Record<string, unknown>>>) {
  try {
    return yield* finishSaves(yield* call(() => stored));
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof SaveConflict)) throw error;
    return false;
  }
}
