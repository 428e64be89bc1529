import type { UnknownAction } from '@reduxjs/toolkit';
import { all, call, put, select } from 'typed-redux-saga';
import { catchSagaErrors } from '../gate/host/catchSagaErrors.ts';
import { levelsSaga, listen } from '../live/audioLevels/saga.ts';
import { levelsWanted } from '../live/audioLevels/slice.ts';
import { loadChannel } from '../setup/channelSettings/editChannel.ts';
import { channelEditSaga } from '../setup/channelSettings/saga.ts';
import { channelFormOpened } from '../setup/channelSettings/slice.ts';
import { edgeKitSaga } from '../setup/edgeKit/saga.ts';
import { encoderSpeedupSaga, findReliefs } from '../setup/encoderSpeedup/encoderSpeedupSaga.ts';
import { reliefsWanted } from '../setup/encoderSpeedup/slice.ts';
import { encoderTestSaga } from '../setup/encoderTest/saga.ts';
import { learningSaga, learnTrial } from '../setup/ffmpegTrial/loadStoredTrial.ts';
import { portsSaga } from '../setup/heldPorts/saga.ts';
import { httpsCheckSaga } from '../setup/httpsCheck/saga.ts';
import { loopSaga } from '../setup/mediaFile/saga.ts';
import { lookForOldPages, renewalSaga } from '../setup/pageRenewal/saga.ts';
import { pagesWatched } from '../setup/pageRenewal/slice.ts';
import { loadPlayer, playerSaga } from '../setup/player/saga.ts';
import { playerOpened } from '../setup/player/slice.ts';
import { judgeFlight, preflightSaga } from '../setup/preflight/saga.ts';
import { preflightRequested } from '../setup/preflight/slice.ts';
import { loadForm } from '../setup/publicationForm/editPublication.ts';
import { publicationFormSaga } from '../setup/publicationForm/saga.ts';
import { formOpened } from '../setup/publicationForm/slice.ts';
import { publishedSaga } from '../setup/publishedStreams/slice.ts';
import { watch } from '../setup/recordings/saga.ts';
import { recordingsWanted } from '../setup/recordings/slice.ts';
import { renditionSaga, showRenditions } from '../setup/rendition/saga.ts';
import { renditionsOpened } from '../setup/rendition/slice.ts';
import { settingsSaga } from '../setup/settings/saga.ts';
import { type SettingsState, settingsOpened } from '../setup/settings/slice.ts';
import { loadSource, sourceSaga } from '../setup/source/editor/saga.ts';
import { sourceEditor } from '../setup/source/editor/slice.ts';
import { loadWebsite, websiteSaga } from '../setup/website/saga.ts';
import { websiteOpened } from '../setup/website/slice.ts';
import { loadWizard } from '../setup/wizard/loadWizard.ts';
import { wizardSaga } from '../setup/wizard/saga.ts';
import { wizardOpened } from '../setup/wizard/slice.ts';

export { finishFollowUps } from '../setup/resume/resumeSaves.ts';

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
