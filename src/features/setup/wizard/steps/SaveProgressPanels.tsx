import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { maskText } from '../../../../media/masking/mask.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../../ui/feedback/Waiting.tsx';
import { startedOver } from '../slice.ts';
import type { WizardStep } from '../stepOrder.ts';
import { StepFrame, type StepPanel } from './StepFrame.tsx';

export function SavingPanel({ at }: { at: WizardStep }) {
  const { t } = useTranslation();
  return (
    <StepFrame at={at} locked title={t('Saving')}>
      <WaitingNote text={t('Please wait. Setting up the stream …')} />
    </StepFrame>
  );
}

/** Seen for a moment: the channel page opens by itself. */
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
