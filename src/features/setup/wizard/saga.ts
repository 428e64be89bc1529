import { call, fork, put, race, select, spawn, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { unreadableCodecProbed } from '../../../media/diagnosis/unreadablePush.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { ingestDefaults } from '../../../media/stored/metadata.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { deleteChannel } from '../../live/channel/saga.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { ingestStartRequested } from '../../live/ingest/slice.ts';
import { publish } from '../../live/publishPages/saga.ts';
import {
  catchWorkErrors,
  loadEditor,
  type SharedForm,
  saveEnded,
  saveShared,
} from '../../shared/editor/editorSagas.ts';
import { journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { removeUnusedFiles } from '../mediaFile/removeUnusedFiles.ts';
import { formsLeft } from '../mediaFile/slice.ts';
import { missingChannel } from '../saveChannel/missingChannel.ts';
import { readChannel } from '../saveChannel/readChannel.ts';
import { saveIngest } from '../saveChannel/saveIngest.ts';
import {
  audioFailureOf,
  encodingFaultsOf,
  isAsBefore,
  isPushed,
  probedAudio,
  probedVideo,
  changeCoder as recodedBy,
  withInputs,
  withKept,
} from '../source/applyProbe.ts';
import type { AlternativeProgress } from '../source/draft.ts';
import { probeHard } from '../source/probeSource.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { withPicture } from './arrival.ts';
import { audioNeedsProbe, ingestMetadataOf } from './buildIngestMetadata.ts';
import type { StoredChannel, WizardDraft, WizardEntries } from './draft.ts';
import { listenForPush, moves } from './listenForPush.ts';
import { openWizard, selectOpenDraft } from './selectOpenDraft.ts';
import {
  abortAsked,
  abortConfirmed,
  abortFailed,
  arrivalJudged,
  audioAccepted,
  audioChosen,
  audioProbing,
  audioSettled,
  coderChanged,
  pictureAdded,
  pictureWanted,
  recoded,
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
  type WizardTarget,
  wayAccepted,
  wayTried,
  wizardClosed,
  wizardDraftOf,
  wizardEditor,
  wizardOpened,
} from './slice.ts';
import { followPicture } from './takeProbeResultPicture.ts';
import { newOpening, openingOf, withAudio, withProposedAudio } from './wizardOpening.ts';

const { actions } = wizardEditor;

const sharedForm: SharedForm<WizardTarget, StoredChannel, WizardEntries, string, never> = {
  actions,
  *state() {
    return yield* select(({ wizard }: WithWizard) => wizard);
  },
  find,
  home: ({ channel }) => `/${channel}`,
  alsoCompare: ({ held }) => held?.process ?? null,
};

function* find({ channel, name }: WizardTarget) {
  const current = yield* call(readChannel, channel);
  const open = yield* openWizard();
  if (!current && open?.found.held) return yield* missingChannel(channel);
  return openingOf(name, current, yield* sourceContext(channel));
}

/** A channel that was never saved needs no request. */
function* loadWizard({ payload: target }: ReturnType<typeof wizardOpened>) {
  const entry = yield* select(({ channel: { list } }: WithChannels) => list.find(({ id }) => id === target.channel));
  if (entry?.available) {
    yield* loadEditor(sharedForm, target);
    return;
  }
  yield* saveEnded(sharedForm);
  yield* put(actions.loaded({ target, ...newOpening(target.name) }));
}

const LEFT = [steppedBack, steppedTo, abortAsked, wizardClosed, wizardOpened];

/** Skips the probe of an unchanged source, so that this works while it is off. */
function* acceptVideoSettings() {
  const wizard = yield* selectOpenDraft();
  if (!wizard) return;
  const { draft, context } = wizard;
  yield* put(
    isAsBefore('video', draft, context)
      ? videoKept({ draft: withKept('video', draft, context), failure: null })
      : videoProbeRequested(),
  );
}

function* probeVideo() {
  const wizard = yield* selectOpenDraft();
  if (!wizard) return;
  const { draft, context } = wizard;
  const video = withInputs(draft.video, context);
  const { done } = yield* race({
    done: call(() => probeHard({ ...draft, video }, 'video', context, probedVideo, reportProgress)),
    left: take(LEFT),
  });
  if (!done) return;
  const codec = isPushed(video) ? unreadableCodecProbed(done.probed.draft.video.streams, context.skills) : null;
  yield* put(arrivalJudged(codec === null ? null : { kind: 'unreadable', codec }));
  yield* put(videoProbed(codec === null ? done.probed : { draft, failure: { ...UNREADABLE, log: done.log } }));
}

const UNREADABLE = { verdict: 'nocoder', cause: 'unknown' } as const;

const reportProgress = (trying: AlternativeProgress) => put(wayTried(trying));

function* addPicture({ payload: kind }: ReturnType<typeof pictureWanted>) {
  const wizard = yield* selectOpenDraft();
  if (!wizard) return;
  yield* put(pictureAdded(withPicture(wizard.draft, kind, wizard.context)));
  if (kind === 'color') yield* put(videoProbeRequested());
}

/** Applies settings that have already been probed. */
function* acceptWay({ payload: { type, worked: alternative } }: ReturnType<typeof wayAccepted>) {
  const wizard = yield* selectOpenDraft();
  if (!wizard) return;
  const { draft, context } = wizard;
  const complete = { ...draft, [type]: withInputs({ ...draft[type], settings: alternative.settings }, context) };
  yield* put(
    type === 'video'
      ? videoKept(probedVideo(complete, alternative.found, context))
      : audioSettled(probedAudio(complete, alternative.found, context)),
  );
}

/** Probes only a separate audio source; the audio of the video was probed with it. */
function* acceptAudio() {
  const wizard = yield* selectOpenDraft();
  if (!wizard || isWrong(wizard.draft, 'audio')) return;
  const { draft, context } = wizard;
  if (!audioNeedsProbe(draft, context)) {
    const settled = isAsBefore('audio', draft, context) ? withKept('audio', draft, context) : draft;
    yield* put(audioSettled({ draft: settled, failure: audioFailureOf(settled) }));
    return;
  }
  yield* put(audioProbing());
  const audio = withInputs(draft.audio, context);
  const { done } = yield* race({
    done: call(() => probeHard({ ...draft, audio }, 'audio', context, probedAudio, reportProgress)),
    left: take(LEFT),
  });
  if (done) yield* put(audioSettled(done.probed));
}

const FAILED = msg('There was an error setting up the stream. {{0}}');

function* save() {
  const wizard = yield* openWizard();
  if (!wizard || wizard.busy || wizard.at.step !== 'license') return;
  const { channel } = wizard.target;
  const { name } = wizard.draft.meta;
  const { before } = wizardDraftOf(wizard);
  let error: unknown = null;
  const done = yield* saveShared(
    sharedForm,
    wizard,
    (open) => write(channel, open),
    (thrown) => {
      error = thrown;
      return reasonOf(thrown);
    },
  );
  const open = (yield* openWizard()) !== null;
  if (!done) {
    // An operator who left the wizard gets a notice instead.
    if (!open && error !== null) yield* put(noticed('error', FAILED, reasonValue(error)));
    return;
  }
  yield* put(noticed('saved', msg('Channel "{{0}}" saved'), name));
  yield* spawn(publish, channel, done.result);
  yield* spawn(removeUnusedFiles, channel, before ? [before.video, before.audio] : []);
  // New processes start by themselves, updated ones keep their order.
  yield* put(ingestStartRequested(channel));
  yield* put(actions.saved({}));
  if (!open) return;
  const navigate = yield* browser('navigate');
  navigate(`/${channel}`, { replace: true });
}

/** Returns the follow-up note of the save. */
function* write(channel: string, { found: { held }, draft }: { found: StoredChannel; draft: WizardEntries }) {
  const { skills } = yield* sourceContext(channel);
  const stored = held?.metadata ?? null;
  const note = yield* journalFollowUp({ channel, what: 'ingest', before: stored });
  yield* call(saveIngest, channel, ingestMetadataOf(draft, stored ?? ingestDefaults(draft.meta.name), skills));
  return note;
}

export function* wizardSaga() {
  yield* takeLatest(videoProbeRequested, catchSagaErrors(probeVideo));
  yield* takeLatest(audioAccepted, catchSagaErrors(acceptAudio));
  yield* takeEvery(videoSettingsAccepted, catchSagaErrors(acceptVideoSettings));
  yield* takeLeading(pictureWanted, catchSagaErrors(addPicture));
  yield* takeEvery(wayAccepted, catchSagaErrors(acceptWay));
  yield* takeEvery(coderChanged, catchSagaErrors(changeCoder));
  yield* takeEvery(audioChosen, catchSagaErrors(chooseAudio));
  yield* takeLeading(videoAccepted, catchSagaErrors(acceptVideo));
  yield* takeLeading(saveRequested, catchWorkErrors(sharedForm, save));
  yield* takeLeading(abortConfirmed, catchSagaErrors(abort));
  yield* takeEvery(wizardClosed, catchSagaErrors(tidyUp));
  yield* takeLatest(moves, catchSagaErrors(listenForPush));
  yield* fork(catchSagaErrors(followPicture));
  yield* takeLatest(wizardOpened, catchSagaErrors(loadWizard));
}

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
  if (wizard && !isWrong(wizard.draft, 'video'))
    yield* put(videoSettled(withProposedAudio(wizard.draft, wizard.context)));
}

const isWrong = (draft: WizardDraft, type: MediaType) => Object.keys(encodingFaultsOf(draft, type)).length > 0;

/** Deletes the channel, which was never completed. */
function* abort() {
  const wizard = yield* openWizard();
  if (!wizard) return;
  const navigate = yield* browser('navigate');
  if (yield* call(deleteChannel, wizard.target.channel)) navigate('/', { replace: true });
  else yield* put(abortFailed());
}
