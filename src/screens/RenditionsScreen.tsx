import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import type { WithChannels } from '../features/live/channel/slice.ts';
import { RenditionsPanel } from '../features/setup/rendition/RenditionsPanel.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function RenditionsScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const name = useSelector((state: WithChannels) => state.channel.list.find(({ id }) => id === channel)?.name);
  return (
    <Page title={t('Renditions')} context={name} width="text">
      <RenditionsPanel channel={channel} />
    </Page>
  );
}
