import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { maskText } from '../../../../media/masking/mask.ts';
import { Button, LinkButton } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { announce } from '../../../../ui/feedback/Announcer.tsx';
import { WaitingNote } from '../../../../ui/feedback/Waiting.tsx';
import { NotYetOpen } from '../../../shared/editor/EditorPage.tsx';
import { isPushed } from '../../source/applyProbe.ts';
import { ProbeProgress } from '../../source/ProbeFailureBox.tsx';
import { type OpenWizard, startedOver, type Wizard } from '../slice.ts';
import type { WizardStep } from '../stepOrder.ts';
import { StepFrame, type StepPanel } from './StepFrame.tsx';

export const VideoProbePanel: StepPanel<'videoProbe'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const arrived = isPushed(draft.video);
  useEffect(() => (arrived ? announce(t('The server is checking the incoming stream.')) : undefined), [arrived, t]);
  return (
    <StepFrame
      at={at}
      title={t('Checking the source')}
      lead={t('The server connects to it and detects its video and audio streams. This takes up to 20 s.')}
    >
      <ProbeProgress trying={at.trying ?? null} />
    </StepFrame>
  );
};

export const AudioProbePanel: StepPanel<'audioProbe'> = ({ at }) => {
  const { t } = useTranslation();
  return (
    <StepFrame at={at} title={t('Checking the audio')}>
      <ProbeProgress trying={at.trying ?? null} />
    </StepFrame>
  );
};

interface NotOpenPanelProps {
  channel: string;
  wizard: Exclude<Wizard, OpenWizard>;
  onRetry: () => void;
}

/** Shown while the channel is loaded, or after a failure, in which case nothing may be overwritten. */
export function ChannelLoadingPanel({ channel, wizard, onRetry }: NotOpenPanelProps) {
  const { t } = useTranslation();
  const leave = (
    <LinkButton kind="quiet" href={`#/${channel}`}>
      {t('Cancel')}
    </LinkButton>
  );
  return (
    <StepFrame at={{ step: 'type' }} title={t('Choose a video source')} leave={leave}>
      <NotYetOpen
        editor={wizard}
        loading={t('Loading the channel …')}
        failed={t('The channel could not be loaded.')}
        retry={onRetry}
      />
    </StepFrame>
  );
}

export function SavingPanel({ at }: { at: WizardStep }) {
  const { t } = useTranslation();
  return (
    <StepFrame at={at} locked title={t('Saving')}>
      <WaitingNote text={t('Please wait. Setting up the stream …')} />
    </StepFrame>
  );
}

/** Visible only until the channel page opens. */
export const DonePanel: StepPanel<'done'> = ({ at }) => {
  const { t } = useTranslation();
  return <StepFrame at={at} title={t('The stream is set up')} />;
};

export function FailedSavePanel({ at, reason }: { at: WizardStep; reason: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <StepFrame
      at={at}
      title={t('The stream could not be set up')}
      actions={
        <Button kind="main" icon="restart" onClick={() => dispatch(startedOver())}>
          {t('Retry')}
        </Button>
      }
    >
      <Alert title={t('There was an error setting up the stream.')} evidence={maskText(t(reason))}>
        {t('Go back to save again, or retry to go through all steps; your entries are kept.')}
      </Alert>
    </StepFrame>
  );
}
