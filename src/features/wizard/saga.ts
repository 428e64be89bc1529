import { call, fork, put, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { deleteChannel } from '../channel/saga.ts';
import { formsLeft } from '../mediaFile/slice.ts';
import { browser } from '../runtime/host.ts';
import { safely } from '../runtime/safely.ts';
import { changeCoder as recodedBy } from '../source/decide.ts';
import { withAudio, withProposedAudio } from './choices.ts';
import { listenForPush, moves } from './listen.ts';
import { openDraft, openWizard } from './openDraft.ts';
import { followPicture } from './picture.ts';
import { acceptAudio, acceptVideoSettings, acceptWay, probeVideo } from './probing.ts';
import { save } from './save.ts';
import { loadWizard } from './sharedForm.ts';
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

export function* wizardSaga() {
  // The newest probe counts; leaving the step ends it.
  yield* takeLatest(videoProbeRequested, safely(probeVideo));
  yield* takeLatest(audioAccepted, safely(acceptAudio));
  yield* takeEvery(videoSettingsAccepted, safely(acceptVideoSettings));
  yield* takeEvery(wayAccepted, safely(acceptWay));
  yield* takeEvery(coderChanged, safely(changeCoder));
  yield* takeEvery(audioChosen, safely(chooseAudio));
  yield* takeLeading(videoAccepted, safely(acceptVideo));
  yield* takeLeading(saveRequested, safely(save));
  yield* takeLeading(abortConfirmed, safely(abort));
  yield* takeEvery(wizardClosed, safely(tidyUp));
  yield* takeLatest(moves, safely(listenForPush));
  yield* fork(safely(followPicture));
  yield* takeLatest(wizardOpened, safely(loadWizard));
}

/** What was uploaded and not saved goes. */
function* tidyUp() {
  yield* put(formsLeft());
}

function* changeCoder({ payload: change }: ReturnType<typeof coderChanged>) {
  const wizard = yield* openDraft();
  if (wizard) yield* put(recoded(recodedBy(wizard.draft, change, wizard.context)));
}

function* chooseAudio({ payload: choice }: ReturnType<typeof audioChosen>) {
  const wizard = yield* openDraft();
  if (wizard) yield* put(recoded({ ...withAudio(wizard.draft, choice, wizard.context), audioChosen: true }));
}

function* acceptVideo() {
  const wizard = yield* openDraft();
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
