import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../ui/controls/Button.tsx';

/** Leads to the video setup. The stream goes on meanwhile: what interrupts it is said there, at Save. */
export function SetupButton({ channel, kind }: { channel: string; kind: 'plain' | 'quiet' }) {
  const { t } = useTranslation();
  return (
    <LinkButton kind={kind} icon="camera" href={`#/${channel}/edit/wizard`}>
      {t('Video setup')}
    </LinkButton>
  );
}
