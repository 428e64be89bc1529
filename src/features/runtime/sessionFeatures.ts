import { combineReducers, type UnknownAction } from '@reduxjs/toolkit';
import { all, call, takeLatest, takeLeading } from 'typed-redux-saga';
import { followUpsFound } from '../admission/finishInterruptedSaves.ts';
import { openSession } from '../admission/openSession.ts';
import { admissionSaga } from '../admission/saga.ts';
import { alarmSaga } from '../alarm/saga.ts';
import { alarm } from '../alarm/slice.ts';
import { channelSaga } from '../channel/saga.ts';
import { channel } from '../channel/slice.ts';
import { overviewSaga } from '../channelList/saga.ts';
import { overview } from '../channelList/slice.ts';
import { channelForm, channelFormOpened } from '../channelSettings/slice.ts';
import { edgeKit, edgeKitOpened } from '../edgeKit/slice.ts';
import { encoderTest, testOpened, trialRequested } from '../encoderTest/slice.ts';
import { httpsCheck } from '../httpsCheck/slice.ts';
import { preview } from '../ingest/previewVisibilitySlice.ts';
import { pushAddressSaga } from '../ingest/pushKey/pushAddressSaga.ts';
import { push } from '../ingest/pushKey/pushAddressSlice.ts';
import { ingestSaga } from '../ingest/saga.ts';
import { ingest } from '../ingest/slice.ts';
import { loopFiles } from '../mediaFile/slice.ts';
import { levels, levelsWanted } from '../multiview/levelsSlice.ts';
import { playerForm, playerOpened } from '../player/slice.ts';
import { runningPolls } from '../polling/slice.ts';
import { preferenceSaga } from '../preference/saga.ts';
import { preference } from '../preference/slice.ts';
import { preflight, preflightRequested } from '../preflight/slice.ts';
import { processSaga } from '../process/saga.ts';
import { process } from '../process/slice.ts';
import { senders } from '../publication/form/allPublicationsSlice.ts';
import { platforms } from '../publication/form/platformLimitsSlice.ts';
import { recordingOwners, recordings, recordingsWanted } from '../publication/form/recordings/recordingsSlice.ts';
import { formOpened, publicationForm } from '../publication/form/slice.ts';
import { recordingLine } from '../publication/list/recordedFileSlice.ts';
import { publication } from '../publication/list/slice.ts';
import { publicationSaga } from '../publication/saga.ts';
import { renditionPage, renditionsOpened } from '../rendition/slice.ts';
import { resourceSaga } from '../resource/saga.ts';
import { resource } from '../resource/slice.ts';
import { pendingRestart } from '../restart/pendingRestart.ts';
import { restartSaga } from '../restart/saga.ts';
import { restart } from '../restart/slice.ts';
import { untilLoggedOut } from '../session/untilLoggedOut.ts';
import { encoders } from '../settings/addressChange/encoderAddressSlice.ts';
import { askedPassword } from '../settings/passwordPromptSlice.ts';
import { settings, settingsOpened } from '../settings/slice.ts';
import { systemLog } from '../settings/systemLog/systemLogSlice.ts';
import { sourceEditor, sourceForm } from '../source/editor/slice.ts';
import { heldPorts } from '../source/heldPortsSlice.ts';
import { publishedStreams } from '../source/publishedStreamsSlice.ts';
import { diagnoseSaga } from '../status/readFailureLogs.ts';
import { status } from '../status/slice.ts';
import { watchSource } from '../streamInspector/lazyWatchSource.ts';
import { inspector } from '../streamInspector/slice.ts';
import { historySaga } from '../timeline/lazyTimelineSaga.ts';
import { history } from '../timeline/slice.ts';
import { updatesSaga } from '../updates/saga.ts';
import { updates } from '../updates/slice.ts';
import { relief, reliefsWanted } from '../verdict/fasterEncoderOffersSlice.ts';
import { shownVerdicts, shownVerdictsSaga } from '../verdict/shownVerdictsSlice.ts';
import { pagesWatched, renewal } from '../viewerPages/outdatedPagesSlice.ts';
import { pagesSaga } from '../viewerPages/saga.ts';
import { websitePreview } from '../website/preview/slice.ts';
import { website, websiteOpened } from '../website/slice.ts';
import { wizard, wizardOpened } from '../wizard/slice.ts';
import { gateReducers } from './beforeLoginFeatures.ts';
import { catchSagaErrors } from './catchSagaErrors.ts';

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
