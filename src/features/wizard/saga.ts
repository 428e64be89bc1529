import { call, fork, put, race, select, spawn, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { msg } from '../../i18n/msg.ts';
import { ingestDefaults } from '../../media/metadata.ts';
import { deleteChannel } from '../channel/saga.ts';
import type { WithChannels } from '../channel/slice.ts';
import { browser } from '../host.ts';
import { readChannel } from '../ingest/heldChannel.ts';
import { saveIngest } from '../ingest/saveIngest.ts';
import { ingestStartRequested } from '../ingest/slice.ts';
import { formsLeft } from '../loop/slice.ts';
import { sweepLoops } from '../loop/sweep.ts';
import { noticed } from '../notice/slice.ts';
import { publish } from '../pages/saga.ts';
import { NewerMetadata } from '../read.ts';
import { reasonOf, reasonValue, safely } from '../safely.ts';
import {
  audioFailureOf,
  isAsBefore,
  probedAudio,
  probedVideo,
  recoded as recodedBy,
  withInputs,
  withKept,
} from '../source/decide.ts';
import type { Trying } from '../source/draft.ts';
import { probeHard } from '../source/probeSource.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { noteRest } from '../unfinished.ts';
import { draftOf, withAudio, withProposedAudio } from './choices.ts';
import { audioNeedsProbe, metadataOf } from './decide.ts';
import { enteredInto, type WizardDraft } from './draft.ts';
import { listenForPush, moves } from './listen.ts';
import { othersOf } from './others.ts';
import { followPicture } from './picture.ts';
import {
  abortAsked,
  abortConfirmed,
  abortFailed,
  audioAccepted,
  audioChosen,
  audioProbing,
  audioSettled,
  coderChanged,
  overtaken,
  recalled,
  recallFailed,
  recalling,
  recallRequested,
  recoded,
  saved,
  saveFailed,
  saveRequested,
  steppedBack,
  steppedTo,
  videoAccepted,
  videoKept,
  videoProbed,
  videoProbeRequested,
  videoSettingsAccepted,
  videoSettled,
  type WithWizard,
  wayAccepted,
  wayTried,
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
  yield* takeLatest([wizardOpened, recallRequested], safely(recall));
}

/** What was uploaded and not saved goes. */
function* tidyUp() {
  yield* put(formsLeft());
}

const LEFT = [steppedBack, steppedTo, abortAsked, wizardClosed, wizardOpened];

function* theDraft() {
  const wizard = yield* select((state: WithWizard) => state.wizard);
  return wizard.open ? wizard.draft : null;
}

function* open() {
  const draft = yield* theDraft();
  return draft && { draft, context: yield* sourceContext(draft.channel) };
}

/** What is known from the last time needs no probe, so it works also while the source is off. */
function* acceptVideoSettings() {
  const wizard = yield* open();
  if (!wizard) return;
  const { draft, context } = wizard;
  yield* put(
    isAsBefore('video', draft, context)
      ? videoKept({ draft: withKept('video', draft, context), failure: null })
      : videoProbeRequested(),
  );
}

function* probeVideo() {
  const wizard = yield* open();
  if (!wizard) return;
  const { draft, context } = wizard;
  const video = withInputs(draft.video, context);
  const { done } = yield* race({
    done: call(() => probeHard({ ...draft, video }, 'video', context, probedVideo, tell)),
    left: take(LEFT),
  });
  if (done) yield* put(videoProbed(done.probed));
}

const tell = (trying: Trying) => put(wayTried(trying));

/** It was probed already, in that way; or it was told what there is. */
function* acceptWay({ payload: { type, worked } }: ReturnType<typeof wayAccepted>) {
  const wizard = yield* open();
  if (!wizard) return;
  const { draft, context } = wizard;
  const asked = { ...draft, [type]: withInputs({ ...draft[type], settings: worked.settings }, context) };
  yield* put(
    type === 'video'
      ? videoKept(probedVideo(asked, worked.found, context))
      : audioSettled(probedAudio(asked, worked.found, context)),
  );
}

function* changeCoder({ payload: change }: ReturnType<typeof coderChanged>) {
  const wizard = yield* open();
  if (wizard) yield* put(recoded(recodedBy(wizard.draft, change, wizard.context)));
}

function* chooseAudio({ payload: choice }: ReturnType<typeof audioChosen>) {
  const wizard = yield* open();
  if (wizard) yield* put(recoded({ ...withAudio(wizard.draft, choice, wizard.context), audioChosen: true }));
}

function* acceptVideo() {
  const wizard = yield* open();
  if (wizard) yield* put(videoSettled(withProposedAudio(wizard.draft, wizard.context)));
}

/** Audio from a source of its own is probed first, the video's has been probed with it. */
function* acceptAudio() {
  const wizard = yield* open();
  if (!wizard) return;
  const { draft, context } = wizard;
  if (!audioNeedsProbe(draft, context)) {
    const settled = isAsBefore('audio', draft, context) ? withKept('audio', draft, context) : draft;
    yield* put(audioSettled({ draft: settled, failure: audioFailureOf(settled) }));
    return;
  }
  yield* put(audioProbing());
  const audio = withInputs(draft.audio, context);
  const { done } = yield* race({
    done: call(() => probeHard({ ...draft, audio }, 'audio', context, probedAudio, tell)),
    left: take(LEFT),
  });
  if (done) yield* put(audioSettled(done.probed));
}

function* save() {
  const draft = yield* theDraft();
  if (!draft) return;
  const { channel } = draft;
  let note: string;
  try {
    const done = yield* call(write, draft);
    if (typeof done !== 'string') {
      // Who has left it cannot be asked: nothing is written over.
      yield* put((yield* isOpen(channel)) ? overtaken(done) : noticed('error', OVERTAKEN, draft.meta.name));
      return;
    }
    note = done;
  } catch (error) {
    const text = msg('There was an error setting up the stream. {{0}}');
    // Who has left the wizard meanwhile would not see its error step.
    if (yield* isOpen(channel)) yield* put(saveFailed(reasonOf(error)));
    else yield* put(noticed('error', text, reasonValue(error)));
    return;
  }
  yield* put(noticed('success', msg('Channel "{{0}}" saved'), draft.meta.name));
  // Nobody waits for the pages of viewers.
  yield* spawn(publish, channel, note);
  yield* spawn(sweepLoops, channel, sourcesBefore(draft));
  // Created processes start by themselves, updated ones keep their order.
  yield* put(ingestStartRequested(channel));
  if (!(yield* isOpen(channel))) return;
  yield* put(saved());
  const navigate = yield* browser('navigate');
  navigate(`/${channel}`, { replace: true });
}

function* write(draft: WizardDraft) {
  const { channel, meta } = draft;
  const context = yield* sourceContext(channel);
  const now = yield* call(readChannel, channel);
  const others = othersOf(draft, now, context);
  if (others) return others;
  const stored = now?.metadata ?? null;
  const told = stored ? enteredInto(stored, draft) : {};
  const { skills } = context;
  const before = stored ?? ingestDefaults(meta.name);
  const note = yield* noteRest({ channel, what: 'ingest', before: stored });
  yield* call(saveIngest, channel, metadataOf({ ...draft, ...told }, before, skills));
  return note;
}

const sourcesBefore = ({ before }: WizardDraft) => (before ? [before.video, before.audio] : []);

const OVERTAKEN = msg('The channel "{{0}}" was changed elsewhere meanwhile, so it was not saved.');

function* isOpen(channel: string) {
  return (yield* theDraft())?.channel === channel;
}

/** A channel that was set up before is shown as it is. What cannot be read must not be written over. */
export function* recall({ payload: { channel, name } }: ReturnType<typeof wizardOpened>) {
  const known = yield* select((state: WithChannels) => state.channel.list.find(({ id }) => id === channel));
  if (!known?.available) {
    yield* put(recalled(null));
    return;
  }
  yield* put(recalling());
  try {
    const now = yield* call(readChannel, channel);
    const context = yield* sourceContext(channel);
    yield* put(recalled(now && draftOf(channel, name, now, context)));
  } catch (error) {
    if (!(error instanceof NewerMetadata)) {
      yield* put(recallFailed(reasonOf(error)));
      return;
    }
    // Nothing that is entered here could be saved.
    yield* put(noticed('error', error.message));
    yield* call(yield* browser('navigate'), `/${channel}`, { replace: true });
  }
}

/** Asked and confirmed: the channel goes, as it was only set up to this point. */
function* abort() {
  const draft = yield* theDraft();
  if (!draft) return;
  const navigate = yield* browser('navigate');
  if (yield* call(deleteChannel, draft.channel)) navigate('/', { replace: true });
  else yield* put(abortFailed());
}
