import { useTranslation } from 'react-i18next';
import { type Network, pushAddress } from '../../../media/network.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { CopyField } from '../../../ui/CopyField.tsx';
import { Ongoing } from '../../../ui/Waiting.tsx';

/** Where to send to, and that somebody waits for it. */
export function PushAddress({ network }: { network: Network }) {
  const { t } = useTranslation();
  const push = pushAddress(network, 'rtmp');
  if (!push) return <RtmpIsOff />;
  return (
    <>
      <div>
        <CopyField label={t('Server')} value={push.server} />
        <CopyField label={t('Stream key')} value={push.key} masked={withoutToken(push.key)} />
        <CopyField label={t('Full URL')} value={push.address} masked={withoutToken(push.address)} />
      </div>
      <Ongoing>{t('Waiting for the stream … Setup continues automatically when it arrives.')}</Ongoing>
    </>
  );
}

/** undefined when there is nothing to hide. */
const withoutToken = (text: string) => (text.includes('?token=') ? text.replace(/token=.*/, 'token=••••') : undefined);

function RtmpIsOff() {
  const { t } = useTranslation();
  return (
    <Alert tone="warning" title={t('RTMP server is not enabled')}>
      {t('Encoders cannot connect until the RTMP server is enabled.')}{' '}
      <a href="#/settings/rtmp">{t('Enable it in the settings')}</a>
    </Alert>
  );
}
