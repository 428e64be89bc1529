import { combineReducers, type UnknownAction } from '@reduxjs/toolkit';
import { all, call, takeLatest, takeLeading } from 'typed-redux-saga';
import { catchSagaErrors } from '../gate/host/catchSagaErrors.ts';
import { gateReducers } from '../gate/index.ts';
import { untilLoggedOut } from '../gate/session/untilLoggedOut.ts';
import { followUpsFound } from '../live/admission/finishInterruptedSaves.ts';
import { openSession } from '../live/admission/openSession.ts';
import { admissionSaga } from '../live/admission/saga.ts';
import { alarmSaga } from '../live/alarm/saga.ts';
import { alarm } from '../live/alarm/slice.ts';
import { levels, levelsWanted } from '../live/audioLevels/slice.ts';
import { channelSaga } from '../live/channel/saga.ts';
import { channel } from '../live/channel/slice.ts';
import { overviewSaga } from '../live/channelList/saga.ts';
import { preview } from '../live/channelPage/slice.ts';
import { ingestSaga } from '../live/ingest/saga.ts';
import { ingest } from '../live/ingest/slice.ts';
import { recordingLine } from '../live/publication/recordedFile/slice.ts';
import { publicationSaga } from '../live/publication/saga.ts';
import { publication } from '../live/publication/slice.ts';
import { pushAddressSaga } from '../live/pushAddress/saga.ts';
import { push } from '../live/pushAddress/slice.ts';
import { overview } from '../live/shownChannels/slice.ts';
import { diagnoseSaga } from '../live/status/readFailureLogs.ts';
import { status } from '../live/status/slice.ts';
import { watchSource } from '../live/streamInspector/lazyWatchSource.ts';
import { inspector } from '../live/streamInspector/slice.ts';
import { historySaga } from '../live/timeline/lazyTimelineSaga.ts';
import { history } from '../live/timeline/slice.ts';
import { shownVerdicts, shownVerdictsSaga } from '../live/verdict/shownVerdictsSlice.ts';
import { pagesSaga } from '../live/viewerPages/saga.ts';
import { channelForm, channelFormOpened } from '../setup/channelSettings/slice.ts';
import { edgeKit, edgeKitOpened } from '../setup/edgeKit/slice.ts';
import { relief, reliefsWanted } from '../setup/encoderSpeedup/slice.ts';
import { encoderTest, testOpened, trialRequested } from '../setup/encoderTest/slice.ts';
import { heldPorts } from '../setup/heldPorts/slice.ts';
import { httpsCheck } from '../setup/httpsCheck/slice.ts';
import { loopFiles } from '../setup/mediaFile/slice.ts';
import { pagesWatched, renewal } from '../setup/pageRenewal/slice.ts';
import { askedPassword } from '../setup/passwordPrompt/slice.ts';
import { playerForm, playerOpened } from '../setup/player/slice.ts';
import { preflight, preflightRequested } from '../setup/preflight/slice.ts';
import { senders } from '../setup/publicationForm/destinations/slice.ts';
import { platforms } from '../setup/publicationForm/platformLimits/slice.ts';
import { formOpened, publicationForm } from '../setup/publicationForm/slice.ts';
import { publishedStreams } from '../setup/publishedStreams/slice.ts';
import { recordingOwners, recordings, recordingsWanted } from '../setup/recordings/slice.ts';
import { renditionPage, renditionsOpened } from '../setup/rendition/slice.ts';
import { encoders } from '../setup/settings/addressChange/slice.ts';
import { settings, settingsOpened } from '../setup/settings/slice.ts';
import { sourceEditor, sourceForm } from '../setup/source/editor/slice.ts';
import { systemLog } from '../setup/systemLog/slice.ts';
import { website, websiteOpened } from '../setup/website/slice.ts';
import { websitePreview } from '../setup/website/websitePreview/slice.ts';
import { wizard, wizardOpened } from '../setup/wizard/slice.ts';
import { runningPolls } from '../shared/polling/slice.ts';
import { preferenceSaga } from '../shared/preference/saga.ts';
import { preference } from '../shared/preference/slice.ts';
import { processSaga } from '../shared/processDetails/saga.ts';
import { process } from '../shared/processDetails/slice.ts';
import { resourceSaga } from '../shared/resource/saga.ts';
import { resource } from '../shared/resource/slice.ts';
import { pendingRestart } from '../shared/restart/pendingRestart/slice.ts';
import { restartSaga } from '../shared/restart/saga.ts';
import { restart } from '../shared/restart/slice.ts';
import { updatesSaga } from '../shared/updates/saga.ts';
import { updates } from '../shared/updates/slice.ts';

const reducer = combineReducers({
  ...gateReducers,
  alarm,
  channel,
  channelForm,
  overview,
  history,
  ingest,
  loopFiles,
  levels,
  wizard,
  preview,
  push,
  playerForm,
  runningPolls,
  preference,
  preflight,
  edgeKit,
  httpsCheck,
  process,
  publication,
  publicationForm,
  renditionPage,
  resource,
  settings,
  updates,
  systemLog,
  sourceForm,
  published: publishedStreams,
  heldPorts,
  recordings,
  recordingOwners,
  recorded: recordingLine,
  platforms,
  senders,
  askedPassword,
  encoders,
  encoderTest,
  restart,
  pending: pendingRestart,
  seen: inspector,
  relief,
  shownVerdicts,
  status,
  renewal,
  website,
  websitePreview,
});

export type RootState = ReturnType<typeof reducer>;

/** The first that is opened brings the sagas of all. */
function* loadEditors(first: UnknownAction) {
  const { editorSagas } = yield* call(() => import('./lazyFormSagas.ts'));
  yield* editorSagas(first);
}

function* tryFfmpeg(requested: ReturnType<typeof trialRequested>) {
  const trials = yield* call(() => import('./ffmpegTrialChunk.ts'));
  yield* trials.tryFfmpeg(requested);
}

function* finishFollowUps(found: ReturnType<typeof followUpsFound>) {
  const editors = yield* call(() => import('./lazyFormSagas.ts'));
  yield* editors.finishFollowUps(found);
}

function* editors() {
  yield* takeLatest(followUpsFound, untilLoggedOut(catchSagaErrors(finishFollowUps)));

  yield* takeLeading(
    [
      channelFormOpened,
      formOpened,
      wizardOpened,
      settingsOpened,
      sourceEditor.actions.opened,
      reliefsWanted,
      testOpened,
      preflightRequested,
      renditionsOpened,
      edgeKitOpened,
      playerOpened,
      websiteOpened,
      pagesWatched,
      recordingsWanted,
      levelsWanted,
    ],
    catchSagaErrors(loadEditors),
  );
  yield* takeLeading(trialRequested, catchSagaErrors(tryFfmpeg));
}

function* saga() {
  yield* all([
    call(admissionSaga),
    call(alarmSaga),
    call(channelSaga),
    call(diagnoseSaga),
    call(overviewSaga),
    call(ingestSaga),
    call(pushAddressSaga),
    call(editors),
    call(pagesSaga),
    call(preferenceSaga),
    call(updatesSaga),
    call(processSaga),
    call(publicationSaga),
    call(resourceSaga),
    call(restartSaga),
    call(watchSource),
    call(historySaga),
    call(shownVerdictsSaga),
  ]);
}

/** Everything behind the gate: nobody who logs in waits for it. */
export const sessionFeatures = { reducer, saga, openSession };
