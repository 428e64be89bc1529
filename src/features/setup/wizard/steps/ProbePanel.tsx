import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../../ui/feedback/Announcer.tsx';
import { isPushed } from '../../source/applyProbe.ts';
import { ProbeProgress } from '../../source/ProbeProgress.tsx';
import { StepFrame, type StepPanel } from './StepFrame.tsx';

export const VideoProbePanel: StepPanel<'videoProbe'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const arrived = isPushed(draft.video);
  useEffect(() => {
    if (arrived) announce(t('The server is checking the incoming stream.'));
  }, [arrived, t]);
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
