import { createElement, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useStates } from '../features/channel/useStates.tsx';
import { nameIn } from '../features/channelSettings/names.ts';
import { OvertakenDialog } from '../features/editor/EditConflictDialog.tsx';
import type { RootState } from '../features/runtime/features.ts';
import { enteredIn, isEntered, openedWith, type WizardDraft } from '../features/wizard/draft.ts';
import {
  leftOpen,
  mineKept,
  saveRequested,
  steppedTo,
  theirsTaken,
  type Wizard,
  wizardClosed,
  wizardOpened,
} from '../features/wizard/slice.ts';
import { earlier, leadsTo, type StepName, segmentOf, type WizardStep } from '../features/wizard/stepOrder.ts';
import { AbortPanel } from '../features/wizard/steps/AbortPanel.tsx';
import { AudioSettingsPanel } from '../features/wizard/steps/AudioSettingsPanel.tsx';
import { LicensePanel } from '../features/wizard/steps/LicensePanel.tsx';
import { MetaPanel } from '../features/wizard/steps/MetaPanel.tsx';
import { AudioProbePanel, VideoProbePanel } from '../features/wizard/steps/ProbePanel.tsx';
import { RecallingPanel, UnreadPanel } from '../features/wizard/steps/RecallPanels.tsx';
import { DonePanel, ErrorPanel, SavingPanel } from '../features/wizard/steps/SavePanels.tsx';
import type { StepPanel } from '../features/wizard/steps/StepFrame.tsx';
import { TypePanel } from '../features/wizard/steps/TypePanel.tsx';
import { VideoResultPanel } from '../features/wizard/steps/VideoResultPanel.tsx';
import { VideoSettingsPanel } from '../features/wizard/steps/VideoSettingsPanel.tsx';
import { msg } from '../i18n/msg.ts';
import { LeaveGuard } from '../ui/overlays/LeaveGuard.tsx';

const panels: { [S in StepName]: StepPanel<S> } = {
  recalling: RecallingPanel,
  unread: UnreadPanel,
  type: TypePanel,
  videoSettings: VideoSettingsPanel,
  videoProbe: VideoProbePanel,
  videoResult: VideoResultPanel,
  audioSettings: AudioSettingsPanel,
  audioProbe: AudioProbePanel,
  meta: MetaPanel,
  license: LicensePanel,
  saving: SavingPanel,
  done: DonePanel,
  error: ErrorPanel,
  abort: AbortPanel,
};

/** Steps that lead out by themselves, or have asked already. */
const LEAVES: readonly StepName[] = ['saving', 'done', 'abort'];

function draw<S extends StepName>(step: S, draft: WizardDraft, at: Extract<WizardStep, { step: S }>) {
  const Shown: StepPanel<S> = panels[step];
  return createElement(Shown, { draft, at });
}

/** The wizard of a channel, from its first step on; what is entered is forgotten when it is left. */
export default function WizardScreen() {
  const { channel = '' } = useParams();
  const dispatch = useDispatch();
  const wizard = useSelector((state: RootState) => state.wizard);
  const name = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel)?.name);
  const mine = wizard.open && wizard.draft.channel === channel;

  // Only on arrival: a name that changes while the wizard is open does not begin it anew.
  const known = useRef(name);
  useEffect(() => {
    dispatch(wizardOpened({ channel, name: known.current ?? '' }));
    return () => {
      dispatch(wizardClosed());
    };
  }, [channel, dispatch]);

  useStates(channel);

  return mine ? <Opened channel={channel} wizard={wizard} /> : null;
}

const PARTS: Readonly<Record<string, string>> = {
  video: msg('Video source'),
  audio: msg('Audio source'),
  profile: msg('Encoding'),
};

const ANSWERS = { actions: { mineKept, theirsTaken, leftOpen } };

function Opened({ channel, wizard }: { channel: string; wizard: Extract<Wizard, { open: true }> }) {
  const { draft, at, others } = wizard;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  useAddress(channel, at);
  return (
    <>
      {draw(at.step, draft, at)}
      <LeaveGuard
        changed={isEntered(draft) && !LEAVES.includes(at.step)}
        keeps={(path) => path.startsWith(`/${channel}/edit/wizard`)}
      />
      <OvertakenDialog
        editor={{ draft: enteredIn(draft), stored: openedWith(draft), others }}
        answers={ANSWERS}
        nameOf={([part = '', ...rest]) => ({
          name: nameIn(t)([part, ...rest])?.name ?? t(PARTS[part] ?? ''),
          secret: ['inputs', 'settings', 'streams', 'password'].some((key) => rest.includes(key)),
        })}
        onSave={() => dispatch(saveRequested())}
      />
    </>
  );
}

/** Where the browser came from inside of the wizard, as we left it in the history. */
function cameFrom(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'after' in state ? state.after : null;
}

/**
 * Keeps the address and the step the same, whichever of both moved. A step forward is a new entry in the history, a step
 * back goes back in it; an address that the wizard is not at yet leads to the step where it is.
 */
function useAddress(channel: string, at: WizardStep) {
  const { step = '' } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const wanted = segmentOf(at);
  const shown = useRef('');
  useEffect(() => {
    const moved = shown.current !== '' && shown.current !== wanted;
    const past = shown.current;
    shown.current = wanted;
    if (step === wanted) return;
    const path = `/${channel}/edit/wizard/${wanted}`;
    if (!moved && earlier(at, step)) dispatch(steppedTo(step));
    else if (moved && leadsTo(past, wanted)) navigate(path, { state: { after: past } });
    else if (cameFrom(state) === wanted) navigate(-1);
    else navigate(path, { replace: true, state });
  }, [at, channel, dispatch, navigate, state, step, wanted]);
}
