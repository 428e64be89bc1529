import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { maskText } from '../../media/mask.ts';
import { addressesOf } from '../../media/network.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Card } from '../../ui/layout.tsx';
import type { RootState } from '../root.ts';
import { networkAround } from '../session/network.ts';
import { premisesOf } from '../session/slice.ts';

/** Where the stream can be taken from. */
export function AddressCard({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const premises = useSelector(({ session }: RootState) => premisesOf(session));
  const addresses = useMemo(() => premises && addressesOf(networkAround(premises, channel)), [premises, channel]);
  if (!addresses) return null;
  const { hls, snapshot, rtmp, srt } = addresses;
  return (
    <Card title={t('Addresses')}>
      <CopyField label={t('HLS')} value={hls} open />
      <CopyField label={t('Snapshot')} value={snapshot} open />
      {rtmp !== null && <CopyField label={t('RTMP')} value={rtmp} {...maskedIf(rtmp)} />}
      {srt !== null && <CopyField label={t('SRT')} value={srt} {...maskedIf(srt)} />}
    </Card>
  );
}

/** Addresses with a token or passphrase are shown without it; what is copied has it. */
const maskedIf = (address: string) => {
  const masked = maskText(address);
  return masked === address ? {} : { masked };
};
