import { call, fork, put, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { deleteChannel } from '../../live/channel/saga.ts';
import { formsLeft } from '../mediaFile/slice.ts';
import { changeCoder as recodedBy } from '../source/applyProbe.ts';
import { withAudio, withProposedAudio } from './initialWizardDraft.ts';
import { listenForPush, moves } from './listenForPush.ts';
import { loadWizard } from './loadWizard.ts';
import { acceptAudio, acceptVideoSettings, acceptWay, probeVideo } from './probeSources.ts';
import { save } from './save.ts';
import { openWizard, selectOpenDraft } from './selectOpenDraft.ts';
import {
  abortConfirmed,
  abortFailed,
  audioAccepted,
  audioChosen,
  coderChanged,
  recoded,
  saveRequested,
  videoAccepted,
  videoProbeRequested,
  videoSettingsAccepted,
  videoSettled,
  wayAccepted,
  wizardClosed,
  wizardOpened,
} from './slice.ts';
import { followPicture } from './takeProbeResultPicture.ts';

export function* wizardSaga() {
  // The newest probe counts; leaving the step ends it.
  yield* takeLatest(videoProbeRequested, catchSagaErrors(probeVideo));
  yield* takeLatest(audioAccepted, catchSagaErrors(acceptAudio));
  yield* takeEvery(videoSettingsAccepted, catchSagaErrors(acceptVideoSettings));
  yield* takeEvery(wayAccepted, catchSagaErrors(acceptWay));
  yield* takeEvery(coderChanged, catchSagaErrors(changeCoder));
  yield* takeEvery(audioChosen, catchSagaErrors(chooseAudio));
  yield* takeLeading(videoAccepted, catchSagaErrors(acceptVideo));
  yield* takeLeading(saveRequested, catchSagaErrors(save));
  yield* takeLeading(abortConfirmed, catchSagaErrors(abort));
  yield* takeEvery(wizardClosed, catchSagaErrors(tidyUp));
  yield* takeLatest(moves, catchSagaErrors(listenForPush));
  yield* fork(catchSagaErrors(followPicture));
  yield* takeLatest(wizardOpened, catchSagaErrors(loadWizard));
}

/** What was uploaded and not saved goes. */
function* tidyUp() {
  yield* put(formsLeft());
}

function* changeCoder({ payload: change }: ReturnType<typeof coderChanged>) {
  const wizard = yield* selectOpenDraft();
  if (wizard) yield* put(recoded(recodedBy(wizard.draft, change, wizard.context)));
}

function* chooseAudio({ payload: choice }: ReturnType<typeof audioChosen>) {
  const wizard = yield* selectOpenDraft();
  if (wizard) yield* put(recoded({ ...withAudio(wizard.draft, choice, wizard.context), audioChosen: true }));
}

function* acceptVideo() {
  const wizard = yield* selectOpenDraft();
  if (wizard) yield* put(videoSettled(withProposedAudio(wizard.draft, wizard.context)));
}

/** Asked and confirmed: the channel goes, as it was only set up to this point. */
function* abort() {
  const wizard = yield* openWizard();
  if (!wizard) return;
  const navigate = yield* browser('navigate');
  if (yield* call(deleteChannel, wizard.target.channel)) navigate('/', { replace: true });
  else yield* put(abortFailed());
}
