import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { addressesOf } from '../../media/network.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Card } from '../../ui/layout.tsx';
import { networkFor } from '../session/network.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';

/** Where the stream can be taken from. */
export function AddressCard({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  const addresses = useMemo(() => coreInfo && addressesOf(networkFor(coreInfo, channel)), [coreInfo, channel]);
  if (!addresses) return null;
  // RTMP and SRT follow when an ingest can be sent there: an address at which nothing plays would be a lie.
  const { hls, snapshot, player } = addresses;
  return (
    <Card
      title={t('Playback URLs')}
      tools={
        <LinkButton kind="quiet" icon="edit" href={`#/${channel}/publication/player`}>
          {t('Edit player')}
        </LinkButton>
      }
    >
      <CopyField label={t('Player page')} value={player} open />
      <CopyField label={t('HLS')} value={hls} open />
      <CopyField label={t('Snapshot')} value={snapshot} open />
    </Card>
  );
}
