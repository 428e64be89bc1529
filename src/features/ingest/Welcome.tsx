import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Card } from '../../ui/layout.tsx';
import { Page } from '../../ui/Page.tsx';

/** A channel that was never set up. */
export function Welcome({ channel, name }: { channel: string; name: string }) {
  const { t } = useTranslation();
  return (
    <Page title={t('Welcome')} context={name} quiet width="text">
      <Card>
        <EmptyState
          icon="camera"
          title={t('Set up your first stream')}
          text={t(
            'Choose a video source: an encoder such as OBS, an IP camera, a stream URL or a test pattern. A few steps and you are live.',
          )}
        >
          <LinkButton kind="main" href={`#/${channel}/edit/wizard`}>
            {t('Next: Video setup')}
          </LinkButton>
        </EmptyState>
      </Card>
    </Page>
  );
}
