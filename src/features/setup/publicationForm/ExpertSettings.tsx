import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { CommandPreviewPanel } from './CommandPreviewPanel.tsx';
import type { PublicationTabProps } from './tabs.ts';

export function ExpertSettings(props: PublicationTabProps) {
  const { t } = useTranslation();
  const { processLink } = props;
  if (processLink === null) return <CommandPreviewPanel {...props} />;
  return (
    <div className="stack">
      <p className="dim small">
        {t('When it starts and reconnects, what it reads, its log, and the command of ffmpeg.')}
      </p>
      <div>
        <LinkButton icon="settings" href={processLink}>
          {t('Process control')}
        </LinkButton>
      </div>
      <CommandPreviewPanel {...props} />
    </div>
  );
}
