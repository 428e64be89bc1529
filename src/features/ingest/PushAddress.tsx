import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { type Push, pushAddress } from '../../media/push.ts';
import { Alert } from '../../ui/Alert.tsx';
import { networkFor } from '../session/network.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';
import { PushFields } from './PushFields.tsx';

/** Where an encoder sends the stream of a channel to. */
export function PushAddress({ channel, push: by }: { channel: string; push: Push }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  if (!coreInfo) return null;
  const push = pushAddress(networkFor(coreInfo, channel), by);
  if (!push) {
    return (
      <Alert tone="warning" title={t('RTMP server is not enabled')}>
        {t('Encoders cannot connect until the RTMP server is enabled.')}{' '}
        <a href="#/settings/rtmp">{t('Enable it in the settings')}</a>
      </Alert>
    );
  }
  return <PushFields push={push} hidden />;
}
