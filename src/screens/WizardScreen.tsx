import { createElement, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { usePollProcessStates } from '../features/live/channel/usePollProcessStates.tsx';
import { nameIn } from '../features/setup/channelSettings/draftEntryNames.ts';
import type { RootState } from '../features/setup/index.ts';
import { useSourceContext } from '../features/setup/source/useSourceContext.tsx';
import { isEntered, type WizardDraft } from '../features/setup/wizard/draft.ts';
import { offeredTiles } from '../features/setup/wizard/offeredTiles.ts';
import {
  type OpenWizard,
  saveRequested,
  showsFailedSave,
  steppedTo,
  tileChosen,
  wizardDraftOf,
  wizardEditor,
} from '../features/setup/wizard/slice.ts';
import { earlier, leadsTo, type StepName, segmentOf, type WizardStep } from '../features/setup/wizard/stepOrder.ts';
import { AbortPanel } from '../features/setup/wizard/steps/AbortPanel.tsx';
import { AudioSettingsPanel } from '../features/setup/wizard/steps/AudioSettingsPanel.tsx';
import { LicensePanel } from '../features/setup/wizard/steps/LicensePanel.tsx';
import { MetaPanel } from '../features/setup/wizard/steps/MetaPanel.tsx';
import {
  AudioProbePanel,
  ChannelLoadingPanel,
  DonePanel,
  FailedSavePanel,
  SavingPanel,
  VideoProbePanel,
} from '../features/setup/wizard/steps/ProgressPanels.tsx';
import { SourceTypePanel } from '../features/setup/wizard/steps/SourceTypePanel.tsx';
import type { StepPanel } from '../features/setup/wizard/steps/StepFrame.tsx';
import { VideoEncodingPanel } from '../features/setup/wizard/steps/VideoEncodingPanel.tsx';
import { VideoSettingsPanel } from '../features/setup/wizard/steps/VideoSettingsPanel.tsx';
import { EditConflictDialog } from '../features/shared/editor/EditConflictDialog.tsx';
import { useEditor } from '../features/shared/editor/EditorPage.tsx';
import { msg } from '../i18n/msg.ts';
import { TypedInputsProvider, useTypedInputs } from '../ui/form/typedInputs.ts';
import { LeaveGuard } from '../ui/overlays/LeaveGuard.tsx';

const panels: { [S in StepName]: StepPanel<S> } = {
  type: SourceTypePanel,
  videoSettings: VideoSettingsPanel,
  videoProbe: VideoProbePanel,
  videoResult: VideoEncodingPanel,
  audioSettings: AudioSettingsPanel,
  audioProbe: AudioProbePanel,
  meta: MetaPanel,
  license: LicensePanel,
  done: DonePanel,
  abort: AbortPanel,
};

function draw<S extends StepName>(step: S, draft: WizardDraft, at: Extract<WizardStep, { step: S }>) {
  const Shown: StepPanel<S> = panels[step];
  return createElement(Shown, { draft, at });
}

export default function WizardScreen() {
  const { channel = '' } = useParams();
  const name = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel)?.name);
  // Only read at the start, because a later change of the name must not restart the wizard.
  const firstName = useRef(name);
  const target = useMemo(() => ({ channel, name: firstName.current ?? '' }), [channel]);
  const { editor, retry } = useEditor(wizardEditor.actions, target, (state: RootState) => state.wizard);

  usePollProcessStates(channel);

  if (editor.status === 'closed') return null;
  return editor.status === 'open' ? (
    <OpenedWizard channel={channel} wizard={editor} />
  ) : (
    <ChannelLoadingPanel channel={channel} wizard={editor} onRetry={retry} />
  );
}

const PARTS: Readonly<Record<string, string>> = {
  video: msg('Video source'),
  audio: msg('Audio source'),
  profile: msg('Encoding'),
};

function OpenedWizard({ channel, wizard }: { channel: string; wizard: OpenWizard }) {
  const { at, busy } = wizard;
  const draft = useMemo(() => wizardDraftOf(wizard), [wizard]);
  const { t } = useTranslation();
  const dispatch = useDispatch();
  useAddress(channel, at);
  useLinkedTile(draft);
  const { holder } = useTypedInputs(at.step);
  return (
    <>
      <TypedInputsProvider value={holder}>
        <Step wizard={wizard} draft={draft} />
      </TypedInputsProvider>
      <LeaveGuard
        changed={isEntered(draft) && busy === null && at.step !== 'done' && at.step !== 'abort'}
        keeps={(path) => path.startsWith(`/${channel}/edit/wizard`)}
      />
      <EditConflictDialog
        editor={wizard}
        answers={wizardEditor}
        nameOf={([part = '', ...rest]) => ({
          name: nameIn(t)([part, ...rest])?.name ?? t(PARTS[part] ?? ''),
          secret: ['inputs', 'settings', 'streams', 'password'].some((key) => rest.includes(key)),
        })}
        onSave={() => dispatch(saveRequested())}
      />
    </>
  );
}

function Step({ wizard, draft }: { wizard: OpenWizard; draft: WizardDraft }) {
  const { at, busy, refused } = wizard;
  if (busy !== null) return <SavingPanel at={at} />;
  if (refused !== null && showsFailedSave(wizard)) return <FailedSavePanel at={at} reason={refused} />;
  return draw(at.step, draft, at);
}

/** Selects the tile that the link of the welcome page names, for a new channel. */
function useLinkedTile(draft: WizardDraft) {
  const dispatch = useDispatch();
  const [search] = useSearchParams();
  const context = useSourceContext(draft.channel);
  const source = search.get('source');
  const isOffered = draft.before === null && offeredTiles(draft, context).some(({ id }) => id === source);
  const linked = useRef(isOffered ? source : null);
  useEffect(() => {
    if (linked.current !== null) dispatch(tileChosen(linked.current));
    linked.current = null;
  }, [dispatch]);
}

function cameFrom(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'after' in state ? state.after : null;
}

/** Synchronizes address and step. Forward adds a history entry, back removes one; later steps cannot be jumped to. */
function useAddress(channel: string, at: WizardStep) {
  const { step = '' } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const segment = segmentOf(at);
  const shown = useRef('');
  useEffect(() => {
    const moved = shown.current !== '' && shown.current !== segment;
    const past = shown.current;
    shown.current = segment;
    if (step === segment) return;
    const path = `/${channel}/edit/wizard/${segment}`;
    if (!moved && earlier(at, step)) dispatch(steppedTo(step));
    else if (moved && leadsTo(past, segment)) navigate(path, { state: { after: past } });
    else if (cameFrom(state) === segment) navigate(-1);
    else navigate(path, { replace: true, state });
  }, [at, channel, dispatch, navigate, state, step, segment]);
}
