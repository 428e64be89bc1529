import { call, put, race, select, spawn, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { ingestId } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { ingestDefaults, parseIngestMetadata } from '../../media/metadata.ts';
import { deleteChannel } from '../channel/saga.ts';
import type { WithChannels } from '../channel/slice.ts';
import { browser } from '../host.ts';
import { saveIngest } from '../ingest/saveIngest.ts';
import { ingestStartRequested } from '../ingest/slice.ts';
import { noticed } from '../notice/slice.ts';
import { updatePlayer } from '../pages/update.ts';
import { probe } from '../probe.ts';
import { NewerMetadata, readableOf, readMetadata } from '../read.ts';
import { reasonOf, reasonValue, safely } from '../safely.ts';
import {
  audioNeedsProbe,
  metadataOf,
  probedAudio,
  probedVideo,
  settledAudio,
  withInputs,
  withVideo,
} from './decide.ts';
import { enteredInto, type WizardDraft, withProposedAudio } from './draft.ts';
import { listenForPush, moves } from './listen.ts';
import {
  abortAsked,
  abortConfirmed,
  abortFailed,
  audioAccepted,
  audioProbing,
  audioSettled,
  metaRecalled,
  saved,
  saveFailed,
  saveRequested,
  steppedBack,
  steppedTo,
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
import { sourceContext } from './sourceContext.ts';

export function* wizardSaga() {
  // The newest probe counts; leaving the step ends it.
  yield* takeLatest(videoProbeRequested, safely(probeVideo));
  yield* takeLatest(audioAccepted, safely(acceptAudio));
  yield* takeEvery(videoChanged, safely(changeVideo));
  yield* takeLeading(videoAccepted, safely(acceptVideo));
  yield* takeLeading(saveRequested, safely(save));
  yield* takeLeading(abortConfirmed, safely(abort));
  yield* takeLatest(moves, safely(listenForPush));
  yield* takeLatest(wizardOpened, safely(recall));
}

const LEFT = [steppedBack, steppedTo, abortAsked, wizardClosed, wizardOpened];

function* theDraft() {
  const wizard = yield* select((state: WithWizard) => state.wizard);
  return wizard.open ? wizard.draft : null;
}

function* probeVideo() {
  const draft = yield* theDraft();
  if (!draft) return;
  const context = yield* sourceContext(draft.channel);
  const video = withInputs(draft.video, context);
  const { result } = yield* race({ result: call(probe, draft.channel, video.inputs), left: take(LEFT) });
  if (result) yield* put(videoProbed(probedVideo({ ...draft, video }, result, context)));
}

function* changeVideo({ payload: change }: ReturnType<typeof videoChanged>) {
  const draft = yield* theDraft();
  if (!draft) return;
  yield* put(videoRecoded(withVideo(draft, change, yield* sourceContext(draft.channel))));
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
  const context = yield* sourceContext(draft.channel);
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
  const { channel } = draft;
  try {
    yield* call(write, draft);
  } catch (error) {
    const text = msg('There was an error setting up the stream. {{0}}');
    // Who has left the wizard meanwhile would not see its error step.
    if (yield* isOpen(channel)) yield* put(saveFailed(reasonOf(error)));
    else yield* put(noticed('error', text, reasonValue(error)));
    return;
  }
  yield* put(noticed('success', msg('Channel "{{0}}" saved'), draft.meta.name));
  // Nobody waits for the pages of viewers.
  yield* spawn(updatePlayer, channel);
  // Created processes start by themselves, updated ones keep their order.
  yield* put(ingestStartRequested(channel));
  if (!(yield* isOpen(channel))) return;
  yield* put(saved());
  const navigate = yield* browser('navigate');
  navigate(`/${channel}`, { replace: true });
}

function* write(draft: WizardDraft) {
  const { channel, meta } = draft;
  const stored = readableOf(yield* readMetadata(ingestId(channel), parseIngestMetadata));
  const told = stored ? enteredInto(stored, draft) : {};
  yield* call(saveIngest, channel, metadataOf({ ...draft, ...told }, stored ?? ingestDefaults(meta.name)));
}

function* isOpen(channel: string) {
  return (yield* theDraft())?.channel === channel;
}

/** A channel that was set up before keeps its name, description and license until they are changed. */
function* recall({ payload: { channel, name } }: ReturnType<typeof wizardOpened>) {
  const known = yield* select((state: WithChannels) => state.channel.list.find(({ id }) => id === channel));
  if (!known?.available) return;
  const stored = yield* readMetadata(ingestId(channel), parseIngestMetadata);
  switch (stored.status) {
    case 'absent':
      return;
    case 'newer':
      // Nothing that is entered here could be saved.
      yield* put(noticed('error', new NewerMetadata(stored.version).message));
      yield* call(yield* browser('navigate'), `/${channel}`, { replace: true });
      return;
    case 'readable': {
      const { meta, license } = stored.metadata;
      yield* put(metaRecalled({ channel, meta: { ...meta, name: meta.name || name }, license }));
    }
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
