import { useTranslation } from 'react-i18next';
import type { Network } from '../../media/network.ts';
import type { Source } from '../../media/profile.ts';
import { pushAddress, pushOf } from '../../media/push.ts';
import { Alert } from '../../ui/Alert.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Ongoing } from '../../ui/Waiting.tsx';
import { PendingNote } from '../restart/PendingNote.tsx';

interface PushAddressProps {
  network: Network;
  source: Source;
  waits: boolean;
}

/** Where to send to, and that somebody waits for it. */
export function PushAddress(props: PushAddressProps) {
  return (
    <>
      <PendingNote />
      <Way {...props} />
    </>
  );
}

function Way({ network, source, waits }: PushAddressProps) {
  const { t } = useTranslation();
  const own = pushOf(source);
  const push = own && pushAddress(network, own);
  if (!push) return own?.type === 'srt' ? <SrtIsOff /> : <RtmpIsOff />;
  return (
    <>
      <div>
        <CopyField label={t('Server')} value={push.server} />
        <CopyField label={t('Stream key')} value={push.key} masked={withoutToken(push.key)} />
        <CopyField label={t('Full URL')} value={push.address} masked={withoutToken(push.address)} />
      </div>
      {waits && <Ongoing>{t('Waiting for the stream … Setup continues automatically when it arrives.')}</Ongoing>}
    </>
  );
}

const SECRETS = /(token[=:]|passphrase=)[^,&]+/g;

/** undefined when there is nothing to hide. */
function withoutToken(text: string): string | undefined {
  const masked = text.replace(SECRETS, '$1••••');
  return masked === text ? undefined : masked;
}

function RtmpIsOff() {
  const { t } = useTranslation();
  return (
    <Alert tone="warning" title={t('RTMP server is not enabled')}>
      {t('Encoders cannot connect until the RTMP server is enabled.')}{' '}
      <a href="#/settings/rtmp">{t('Enable it in the settings')}</a>
    </Alert>
  );
}

function SrtIsOff() {
  const { t } = useTranslation();
  return (
    <Alert tone="warning" title={t('SRT server is not enabled')}>
      {t('Encoders cannot connect until the SRT server is enabled.')}
    </Alert>
  );
}
