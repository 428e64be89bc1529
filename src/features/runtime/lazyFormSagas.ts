import type { UnknownAction } from '@reduxjs/toolkit';
import { all, call, put, select } from 'typed-redux-saga';
import { loadChannel } from '../channelSettings/editChannel.ts';
import { channelEditSaga } from '../channelSettings/saga.ts';
import { channelFormOpened } from '../channelSettings/slice.ts';
import { edgeKitSaga } from '../edgeKit/saga.ts';
import { encoderTestSaga } from '../encoderTest/saga.ts';
import { learningSaga, learnTrial } from '../ffmpegTrial/loadStoredTrial.ts';
import { httpsCheckSaga } from '../httpsCheck/saga.ts';
import { loopSaga } from '../mediaFile/saga.ts';
import { levelsSaga, listen } from '../multiview/lazyLevelsSaga.ts';
import { levelsWanted } from '../multiview/levelsSlice.ts';
import { loadPlayer, playerSaga } from '../player/saga.ts';
import { playerOpened } from '../player/slice.ts';
import { judgeFlight, preflightSaga } from '../preflight/saga.ts';
import { preflightRequested } from '../preflight/slice.ts';
import { loadForm } from '../publication/form/editPublication.ts';
import { watch } from '../publication/form/recordings/recordingsSaga.ts';
import { recordingsWanted } from '../publication/form/recordings/recordingsSlice.ts';
import { publicationFormSaga } from '../publication/form/saga.ts';
import { formOpened } from '../publication/form/slice.ts';
import { renditionSaga, showRenditions } from '../rendition/saga.ts';
import { renditionsOpened } from '../rendition/slice.ts';
import { settingsSaga } from '../settings/saga.ts';
import { type SettingsState, settingsOpened } from '../settings/slice.ts';
import { loadSource, sourceSaga } from '../source/editor/saga.ts';
import { sourceEditor } from '../source/editor/slice.ts';
import { portsSaga } from '../source/fetchHeldPorts.ts';
import { publishedSaga } from '../source/publishedStreamsSlice.ts';
import { encoderSpeedupSaga, findReliefs } from '../verdict/encoderSpeedupSaga.ts';
import { reliefsWanted } from '../verdict/fasterEncoderOffersSlice.ts';
import { pagesWatched } from '../viewerPages/outdatedPagesSlice.ts';
import { lookForOldPages, renewalSaga } from '../viewerPages/renewalSaga.ts';
import { loadWebsite, websiteSaga } from '../website/saga.ts';
import { websiteOpened } from '../website/slice.ts';
import { loadWizard } from '../wizard/loadWizard.ts';
import { wizardSaga } from '../wizard/saga.ts';
import { wizardOpened } from '../wizard/slice.ts';
import { catchSagaErrors } from './catchSagaErrors.ts';

export { finishFollowUps } from '../saving/resumeSaves.ts';

/**
 * The sagas that need the whole catalog, so the login does not wait for them. They are one file, because each piece
 * would share its own with the gate.
 */
export function* editorSagas(first: UnknownAction) {
  yield* all([
    call(channelEditSaga),
    call(publicationFormSaga),
    call(wizardSaga),
    call(loopSaga),
    call(sourceSaga),
    call(publishedSaga),
    call(portsSaga),
    call(settingsSaga),
    call(encoderSpeedupSaga),
    call(edgeKitSaga),
    call(encoderTestSaga),
    call(learningSaga),
    call(preflightSaga),
    call(httpsCheckSaga),
    call(renditionSaga),
    call(playerSaga),
    call(renewalSaga),
    call(websiteSaga),
    call(levelsSaga),
    call(catchSagaErrors(open), first),
  ]);
}

/** What was opened before they were there. */
function* open(first: UnknownAction) {
  // What ffmpeg was seen to refuse is not offered.
  yield* learnTrial();
  if (channelFormOpened.match(first)) yield* loadChannel(first);
  if (formOpened.match(first)) yield* loadForm(first);
  if (wizardOpened.match(first)) yield* loadWizard(first);
  if (sourceEditor.actions.opened.match(first)) yield* loadSource(first);
  if (preflightRequested.match(first)) yield* judgeFlight(first);
  if (renditionsOpened.match(first)) yield* showRenditions(first);
  if (recordingsWanted.match(first)) yield* watch(first);
  if (pagesWatched.match(first)) yield* lookForOldPages();
  if (playerOpened.match(first)) yield* loadPlayer(first);
  if (reliefsWanted.match(first)) yield* findReliefs(first);
  const left = yield* select((state: { settings: SettingsState }) => state.settings.status === 'closed');
  if (settingsOpened.match(first) && !left) yield* put(settingsOpened());
  // As long as it is open.
  if (websiteOpened.match(first)) yield* loadWebsite();
  if (levelsWanted.match(first)) yield* listen();
}
