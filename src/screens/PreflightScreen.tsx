import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import type { WithChannels } from '../features/live/channel/slice.ts';
import { PreflightReport } from '../features/setup/preflight/PreflightReport.tsx';
import { Page } from '../ui/layout/Page.tsx';

export default function PreflightScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const name = useSelector((state: WithChannels) => state.channel.list.find(({ id }) => id === channel)?.name);
  return (
    <Page title={t('Check before going live')} context={name} width="text">
      <PreflightReport channel={channel} />
    </Page>
  );
}
