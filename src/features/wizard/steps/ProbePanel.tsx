import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../ui/Announcer.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { isPushed } from '../decide.ts';
import { type Panel, StepFrame } from './StepFrame.tsx';

export const VideoProbePanel: Panel<'videoProbe'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const arrived = isPushed(draft.video);
  useEffect(() => {
    if (arrived) announce(t('The server looks at the stream that is sent to it.'));
  }, [arrived, t]);
  return (
    <StepFrame
      at={at}
      title={t('Checking the source')}
      lead={t('The server opens it and looks what is in it. This takes 20 seconds at most.')}
    >
      <Waiting text={t('Please wait. Probing the source …')} />
    </StepFrame>
  );
};

export const AudioProbePanel: Panel<'audioProbe'> = ({ at }) => {
  const { t } = useTranslation();
  return (
    <StepFrame at={at} title={t('Checking the sound')}>
      <Waiting text={t('Please wait. Probing the source …')} />
    </StepFrame>
  );
};
