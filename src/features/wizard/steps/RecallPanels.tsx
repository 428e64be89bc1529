import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { maskText } from '../../../media/masking/mask.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { recallRequested } from '../slice.ts';
import { StepFrame, type StepPanel } from './StepFrame.tsx';

const HEIGHT = 240;

export const RecallingPanel: StepPanel<'recalling'> = ({ at }) => {
  const { t } = useTranslation();
  return (
    <StepFrame at={at} title={t('Choose a video source')}>
      <WaitingNote text={t('Loading the channel …')} height={HEIGHT} />
    </StepFrame>
  );
};

/** Whoever cannot see what a channel is would write over it. */
export const UnreadPanel: StepPanel<'unread'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { channel, meta } = draft;
  return (
    <StepFrame
      at={at}
      title={t('Choose a video source')}
      actions={
        <Button kind="main" icon="restart" onClick={() => dispatch(recallRequested({ channel, name: meta.name }))}>
          {t('Retry')}
        </Button>
      }
    >
      <Alert title={t('The channel could not be loaded.')} evidence={maskText(t(at.message))}>
        {t('Nothing has been changed.')}
      </Alert>
    </StepFrame>
  );
};
