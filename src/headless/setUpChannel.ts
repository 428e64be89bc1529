import type { UnknownAction } from '@reduxjs/toolkit';
import type { SourceContext, SourceKind } from '../catalog/form/defineCatalogEntry.ts';
import { missingFieldText } from '../catalog/form/evaluateFields.ts';
import type { Settings } from '../catalog/form/fields.ts';
import { sourceOf } from '../catalog/sources/index.ts';
import { coreInfoOf } from '../features/gate/session/slice.ts';
import { channelWanted } from '../features/live/channel/saga.ts';
import { channelCreated, channelOpened, channelSelected } from '../features/live/channel/slice.ts';
import type { RootState } from '../features/setup/index.ts';
import { filePicked } from '../features/setup/mediaFile/slice.ts';
import { sourceFor } from '../features/setup/source/draft.ts';
import { explainProbeFailure } from '../features/setup/source/explainProbeFailure.ts';
import { sourceContextOf } from '../features/setup/source/sourceContext.ts';
import type { WizardDraft } from '../features/setup/wizard/draft.ts';
import {
  audioAccepted,
  audioChosen,
  metaAccepted,
  saveRequested,
  tileChosen,
  videoAccepted,
  videoSettingsAccepted,
  videoSettingsChanged,
  type Wizard,
  wizardChanged,
  wizardClosed,
  wizardDraftOf,
  wizardOpened,
} from '../features/setup/wizard/slice.ts';
import type { StepName } from '../features/setup/wizard/stepOrder.ts';
import { audioChoicesOf } from '../features/setup/wizard/wizardOpening.ts';
import { pushOf } from '../media/address/pushAddress.ts';
import type { Source } from '../media/encoding/profile.ts';
import type { MediaType } from '../media/encoding/streams.ts';
import { sameJson } from '../media/stored/sameJson.ts';
import { applySettings, faultsText } from './applySettings.ts';
import { commandTaken } from './controlChannel.ts';
import { HeadlessError } from './error.ts';
import { formatList, quote } from './formatList.ts';
import { inEnglish } from './inEnglish.ts';
import type { ChannelPlan, HeadlessFile } from './types.ts';
import type { Operator, WaitOutcome } from './waitForOutcome.ts';

const PROBE_PATIENCE_MS = 60_000;
const PATIENCE_MS = 30_000;
const FILE_PATIENCE_MS = 120_000;

/** Goes through the wizard. Returns the id once the core has started the channel. */
export async function setUpChannel(operator: Operator, plan: ChannelPlan): Promise<string> {
  const { dispatch, getState } = operator;
  const { tile, settings = {}, file, audio, audioFile } = plan.source;
  const channel = channelFor(operator, plan);
  const probePatience = plan.patienceMs ?? PROBE_PATIENCE_MS;
  const go = (to: StepName, patienceMs: number, ...ask: UnknownAction[]) =>
    operator.attempt({ ask, outcome: ({ wizard }) => arrivedAt(wizard, to), patienceMs });
  const upload = async (type: MediaType, picked: HeadlessFile) => {
    if (!(picked instanceof File)) throw new HeadlessError('refused', 'Only a File can be uploaded');
    await operator.attempt({
      ask: [filePicked({ channel, type, file: picked })],
      outcome: uploadOutcome,
      patienceMs: FILE_PATIENCE_MS,
    });
  };
  try {
    // The wizard runs over the channel page, whose state shows the result of the start.
    await go('type', PATIENCE_MS, channelOpened(channel), wizardOpened({ channel, name: plan.name }));
    await go('videoSettings', PATIENCE_MS, tileChosen(tile));
    const drawn = draftIn(getState());
    // A program that pushes knows the given id, but not a generated key.
    const { push } = drawn.video.settings;
    const named = pushOf(drawn.video) !== null && drawn.before === null ? { push: { ...Object(push), name: '' } } : {};
    const kind = sourceOf(drawn.video.type);
    const context = contextIn(getState(), channel);
    if (!kind) throw new HeadlessError('refused', `There is no source ${drawn.video.type}`);
    const initial = { ...drawn.video.settings, ...named };
    const place = 'channel.source.settings';
    dispatch(videoSettingsChanged(applySettings(kind.form(context), initial, settings, place)));
    if (file) await upload('video', file);
    // The wizard continues by itself when a pushed stream arrives, unless the source is unchanged.
    const { video, before } = draftIn(getState());
    const isUnchanged = before !== null && sameJson(video.settings, before.video.settings);
    const faults = { ...kind.faults(video.settings, context), ...missingIn(kind, video.settings, context) };
    if (!isUnchanged && Object.keys(faults).length > 0)
      throw new HeadlessError('refused', `The source cannot be used: ${faultsText(faults)}`);
    if (arrives(video) && !isUnchanged)
      await operator.attempt({
        outcome: ({ wizard }) => arrivedAt(wizard, 'videoResult'),
        patienceMs: probePatience,
        late: 'Nothing was sent to where pushAddress() says',
      });
    else await go('videoResult', probePatience, videoSettingsAccepted());
    await go('audioSettings', PATIENCE_MS, videoAccepted());
    if (audio) {
      const choices = audioChoicesOf(draftIn(getState()), context);
      if (!choices.includes(audio))
        throw new HeadlessError('refused', `channel.source.audio: ${quote(audio)} is none of ${formatList(choices)}`);
      dispatch(audioChosen(audio));
    }
    if (audioFile) await upload('audio', audioFile);
    await go('meta', probePatience, audioAccepted());
    await go(
      'license',
      PATIENCE_MS,
      wizardChanged({ meta: { ...draftIn(getState()).meta, name: plan.name } }),
      metaAccepted(),
    );
    if (plan.license !== undefined) dispatch(wizardChanged({ license: plan.license }));
    await operator.attempt({ ask: [saveRequested()], outcome: savedAndStarted, patienceMs: PATIENCE_MS });
  } finally {
    dispatch(wizardClosed());
  }
  return channel;
}

function contextIn({ session, heldPorts }: RootState, channel: string): SourceContext {
  const info = coreInfoOf(session);
  if (!info) throw new HeadlessError('login', 'Nobody is logged in');
  return sourceContextOf(info, channel, heldPorts);
}

function missingIn({ form, missing }: SourceKind, settings: Settings, context: SourceContext) {
  const fields = form(context);
  return Object.fromEntries(missing(settings, context).map((key) => [key, missingFieldText(fields[key])]));
}

/** The RTMP and SRT servers report arriving streams; HLS files do not. */
function arrives(source: Source): boolean {
  const push = pushOf(source);
  return push !== null && push.type !== 'hls';
}

function channelFor({ dispatch, getState }: Operator, { id, name }: ChannelPlan): string {
  const { list } = getState().channel;
  const existing = list.find((item) => (id === undefined ? !item.available : item.id === id));
  if (existing) dispatch(channelSelected(existing.id));
  else
    dispatch(id === undefined ? channelWanted({ name }) : channelCreated({ id, name, available: false, egresses: {} }));
  const { current } = getState().channel;
  if (current === null) throw new HeadlessError('refused', 'There is no channel to set up');
  return current;
}

function arrivedAt(wizard: Wizard, to: StepName): WaitOutcome<null> {
  if (wizard.status === 'closed') return { failed: 'The wizard was closed' };
  if (wizard.status === 'failed') return { failed: wizard.reason };
  if (wizard.status === 'newer') return { failed: `The channel was stored by another version: ${wizard.version}` };
  if (wizard.status === 'loading') return 'waiting';
  const { at, refused } = wizard;
  if (refused !== null) return { failed: refused };
  if ((at.step === 'videoSettings' || at.step === 'audioSettings') && at.failure) {
    const type = at.step === 'videoSettings' ? 'video' : 'audio';
    const { what, why } = explainProbeFailure(at.failure, type, sourceFor(type, wizardDraftOf(wizard)));
    const message = [what, why].filter((text) => text !== '').join(' ');
    return { failed: [`The source cannot be used: ${message}`, ...at.failure.log].join('\n') };
  }
  return at.step === to ? { done: null } : 'waiting';
}

function uploadOutcome({ mediaFile: { current } }: RootState): WaitOutcome<null> {
  if (current === null) return { done: null };
  if (current.upload.status !== 'refused') return 'waiting';
  const { text, values } = current.upload.refusal;
  return { failed: inEnglish(text, values) };
}

function savedAndStarted(state: RootState): WaitOutcome<null> {
  const saved = arrivedAt(state.wizard, 'done');
  return saved !== 'waiting' && 'done' in saved ? commandTaken(state) : saved;
}

function draftIn({ wizard }: RootState): WizardDraft {
  if (wizard.status !== 'open') throw new HeadlessError('refused', 'The wizard was closed');
  return wizardDraftOf(wizard);
}
