import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { pushAddress } from '../../media/network.ts';
import { Alert } from '../../ui/Alert.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { networkFor } from '../session/network.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';

/** Where an encoder sends the stream of a channel to. */
export function PushAddress({ channel, type }: { channel: string; type: 'rtmp' | 'hls' }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  if (!coreInfo) return null;
  const push = pushAddress(networkFor(coreInfo, channel), type);
  if (!push) {
    return (
      <Alert tone="warning" title={t('RTMP server is not enabled')}>
        {t('Encoders cannot connect until the RTMP server is enabled.')}{' '}
        <a href="#/settings/rtmp">{t('Enable it in the settings')}</a>
      </Alert>
    );
  }
  return (
    <div>
      <CopyField label={t('Server')} value={push.server} masked={withoutSecret(push.server)} />
      <CopyField label={t('Stream key')} value={push.key} masked={withoutSecret(push.key)} />
    </div>
  );
}

/** undefined when there is nothing to hide. */
function withoutSecret(text: string): string | undefined {
  const hidden = text.replace(/token=.*/, 'token=••••').replace(/:\/\/[^@/]*@/, '://••••@');
  return hidden === text ? undefined : hidden;
}
