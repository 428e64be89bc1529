import { createAction } from '@reduxjs/toolkit';
import { call, delay, put, takeEvery, takeLatest } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { IMPORT_KEY } from '../../../media/stored/unfinishedSave.ts';
import { connectionHealed } from '../../gate/connection/slice.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { SaveConflict } from '../../shared/saving/exclusively.ts';
import { finishSaves, type NotedRest, restsIn } from '../../shared/saving/saveJournal.ts';
import { metadataLost } from '../channel/channelSync.ts';

/** Grace period for a save that lost the connection to roll itself back. */
const UNDONE_MS = 3000;

export const followUpsFound = createAction<readonly NotedRest[]>('admission/followUpsFound');

/** Runs during the whole session: another browser may close, or our own save may be interrupted. */
export function* finishSaga() {
  yield* takeEvery(connectionHealed, catchSagaErrors(finishLater));
  yield* takeEvery(metadataLost, catchSagaErrors(finishLater));
  yield* takeLatest(followUpsFound, untilLoggedOut(catchSagaErrors(finishRest)));
}

/** Needs the catalog, which loads with the forms. */
function* finishRest(found: ReturnType<typeof followUpsFound>) {
  yield* call(yield* browser('calm'));
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

/** Must run after the login, because the follow-ups need the complete `CoreInfo`. */
export function* reportFollowUps(stored: Promise<Readonly<Record<string, unknown>>>) {
  try {
    const global = yield* call(() => stored);
    const rests = restsIn(global);
    const isImported = (global[IMPORT_KEY] ?? null) !== null;
    if (rests.length > 0 || isImported) yield* put(followUpsFound(rests));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

/** Returns whether processes changed, so that earlier answers are outdated. The next login retries a failed attempt. */
export function* finishSavesOf(stored: Promise<Readonly<Record<string, unknown>>>) {
  try {
    return yield* finishSaves(yield* call(() => stored));
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof SaveConflict)) throw error;
    return false;
  }
}
