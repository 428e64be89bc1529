import { combineReducers } from '@reduxjs/toolkit';
import { all, call } from 'typed-redux-saga';
import { channelSaga } from './channel/saga.ts';
import { channel } from './channel/slice.ts';
import { connectionSaga } from './connection/saga.ts';
import { connection } from './connection/slice.ts';
import { glanceSaga } from './glance/saga.ts';
import { glance } from './glance/slice.ts';
import { ingestSaga } from './ingest/saga.ts';
import { ingest } from './ingest/slice.ts';
import { notice } from './notice/slice.ts';
import { player } from './player/slice.ts';
import { processSaga } from './process/saga.ts';
import { process } from './process/slice.ts';
import { publicationForm } from './publication/form.ts';
import { publicationSaga } from './publication/saga.ts';
import { publication } from './publication/slice.ts';
import { resourceSaga } from './resource/saga.ts';
import { resource } from './resource/slice.ts';
import { restartSaga } from './restart/saga.ts';
import { restart } from './restart/slice.ts';
import { sessionSaga } from './session/saga.ts';
import { session } from './session/slice.ts';
import { settingsSaga } from './settings/saga.ts';
import { settings } from './settings/slice.ts';
import { wizardSaga } from './wizard/saga.ts';
import { wizard } from './wizard/slice.ts';

export const rootReducer = combineReducers({
  session,
  connection,
  channel,
  glance,
  ingest,
  wizard,
  player,
  process,
  publication,
  publicationForm,
  resource,
  settings,
  restart,
  notice,
});

export type RootState = ReturnType<typeof rootReducer>;

export function* rootSaga() {
  yield* all([
    call(connectionSaga),
    call(sessionSaga),
    call(channelSaga),
    call(glanceSaga),
    call(ingestSaga),
    call(wizardSaga),
    call(processSaga),
    call(publicationSaga),
    call(resourceSaga),
    call(settingsSaga),
    call(restartSaga),
  ]);
}
