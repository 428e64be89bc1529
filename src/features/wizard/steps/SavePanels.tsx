import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { maskText } from '../../../media/masking/mask.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { startedOver } from '../slice.ts';
import { StepFrame, type StepPanel } from './StepFrame.tsx';

export const SavingPanel: StepPanel<'saving'> = ({ at }) => {
  const { t } = useTranslation();
  return (
    <StepFrame at={at} title={t('Saving')}>
      <WaitingNote text={t('Please wait. Setting up the stream …')} />
    </StepFrame>
  );
};

/** Seen for a moment: the channel page opens by itself. */
export const DonePanel: StepPanel<'done'> = ({ at }) => {
  const { t } = useTranslation();
  return <StepFrame at={at} title={t('The stream is set up')} />;
};

export const ErrorPanel: StepPanel<'error'> = ({ at }) => {
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
      <Alert title={t('There was an error setting up the stream.')} evidence={maskText(t(at.message))}>
        {t('Go back to save again, or retry to go through all steps; your entries are kept.')}
      </Alert>
    </StepFrame>
  );
};
