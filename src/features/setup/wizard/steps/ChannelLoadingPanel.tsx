import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../../ui/controls/Button.tsx';
import { NotYetOpen } from '../../../shared/editor/EditorPage.tsx';
import type { OpenWizard, Wizard } from '../slice.ts';
import { StepFrame } from './StepFrame.tsx';

interface NotOpenPanelProps {
  channel: string;
  wizard: Exclude<Wizard, OpenWizard>;
  onRetry: () => void;
}

/** In place of the first step: the channel is loaded, or it could not be, and nothing may be written over it. */
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
