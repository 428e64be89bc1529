import { call, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { msg } from '../../i18n/msg.ts';
import { deleteChannel } from '../channel/saga.ts';
import { ingestStartRequested } from '../ingest/slice.ts';
import { saveIngest } from '../ingest/upsert.ts';
import { noticed } from '../notice/slice.ts';
import { outside } from '../outside.ts';
import { probe } from '../probe.ts';
import { reasonOf, safely } from '../safely.ts';
import {
  audioNeedsProbe,
  metadataOf,
  probedAudio,
  probedVideo,
  settledAudio,
  withInputs,
  withVideo,
} from './decide.ts';
import { withProposedAudio } from './draft.ts';
import { listenForPush } from './listen.ts';
import {
  abortConfirmed,
  audioAccepted,
  audioProbing,
  audioSettled,
  saved,
  saveFailed,
  saveRequested,
  steppedBack,
  tileChosen,
  videoAccepted,
  videoChanged,
  videoProbed,
  videoProbeRequested,
  videoRecoded,
  videoSettled,
  type WithWizard,
  wizardClosed,
  wizardOpened,
} from './slice.ts';
import { surroundings } from './surroundings.ts';

export function* wizardSaga() {
  // The newest probe counts; leaving the step ends it.
  yield* takeLatest(videoProbeRequested, safely(probeVideo));
  yield* takeLatest(audioAccepted, safely(acceptAudio));
  yield* takeEvery(videoChanged, safely(changeVideo));
  yield* takeLeading(videoAccepted, safely(acceptVideo));
  yield* takeLeading(saveRequested, safely(save));
  yield* takeLeading(abortConfirmed, safely(abort));
  yield* takeLatest([tileChosen, videoProbed, steppedBack], safely(listenForPush));
}

const LEFT = [steppedBack, wizardClosed, wizardOpened];

function* theDraft() {
  const wizard = yield* select((state: WithWizard) => state.wizard);
  return wizard.open ? wizard.draft : null;
}

function* probeVideo() {
  const draft = yield* theDraft();
  if (!draft) return;
  const context = yield* surroundings(draft.channel);
  const video = withInputs(draft.video, context);
  const { result } = yield* race({ result: call(probe, draft.channel, video.inputs), left: take(LEFT) });
  if (result) yield* put(videoProbed(probedVideo({ ...draft, video }, result, context)));
}

function* changeVideo({ payload: change }: ReturnType<typeof videoChanged>) {
  const draft = yield* theDraft();
  if (!draft) return;
  yield* put(videoRecoded(withVideo(draft, change, yield* surroundings(draft.channel))));
}

function* acceptVideo() {
  const draft = yield* theDraft();
  if (!draft) return;
  yield* put(videoSettled(withProposedAudio(draft)));
}

/** Sound of its own is probed first, the video's has been probed with it. */
function* acceptAudio() {
  const draft = yield* theDraft();
  if (!draft) return;
  const context = yield* surroundings(draft.channel);
  if (!audioNeedsProbe(draft)) {
    yield* put(audioSettled(settledAudio(draft, context)));
    return;
  }
  yield* put(audioProbing());
  const audio = withInputs(draft.audio, context);
  const { result } = yield* race({ result: call(probe, draft.channel, audio.inputs), left: take(LEFT) });
  if (result) yield* put(audioSettled(probedAudio({ ...draft, audio }, result, context)));
}

function* save() {
  const draft = yield* theDraft();
  if (!draft) return;
  const go = yield* outside('go');
  const metadata = metadataOf(draft);
  try {
    yield* call(saveIngest, draft.channel, metadata);
  } catch (error) {
    yield* put(saveFailed(reasonOf(error)));
    return;
  }
  yield* put(saved());
  yield* put(noticed('success', msg('Channel "{{0}}" saved'), metadata.meta.name));
  // Created processes start by themselves, updated ones keep their order.
  yield* put(ingestStartRequested(draft.channel));
  go(`/${draft.channel}`, { replace: true });
}

/** Asked and confirmed: the channel goes, as it was only set up to this point. */
function* abort() {
  const draft = yield* theDraft();
  if (!draft) return;
  const go = yield* outside('go');
  if (yield* call(deleteChannel, draft.channel)) go('/', { replace: true });
}
