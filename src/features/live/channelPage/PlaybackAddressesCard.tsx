import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { addressesOf } from '../../../media/address/channelAddresses.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { networkFor } from '../../gate/session/networkForChannel.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { PendingRestartNote } from '../../shared/restart/pendingRestart/PendingRestartNote.tsx';
import { deliveryIn, type WithChannels } from '../channel/slice.ts';
import { EncoderSection } from './EncoderSection.tsx';

/** Masks tokens that the server of the core requires. */
function maskedIf(address: string): string | undefined {
  const masked = maskText(address);
  return masked === address ? undefined : masked;
}

export function PlaybackAddressesCard({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const coreInfo = useSelector(({ session }: WithSession) => coreInfoOf(session));
  const { storage, rtmp, srt, edges } = useSelector((state: WithChannels) => deliveryIn(state, channel));
  const addresses = useMemo(
    () => coreInfo && addressesOf(networkFor(coreInfo, channel), storage, edges[0]),
    [coreInfo, channel, storage, edges],
  );
  if (!addresses) return null;
  // Omits servers to which the channel is not published.
  const served = [
    ...(rtmp && addresses.rtmp !== null ? [{ name: 'RTMP', address: addresses.rtmp }] : []),
    ...(srt && addresses.srt !== null ? [{ name: 'SRT', address: addresses.srt }] : []),
  ];
  const { hls, snapshot, player } = addresses;
  return (
    <Card
      title={t('Addresses')}
      tools={
        <LinkButton kind="quiet" icon="edit" href={`#/${channel}/publication/player`}>
          {t('Edit player')}
        </LinkButton>
      }
    >
      <PendingRestartNote />
      <Stack>
        <CopyField label={t('Player page')} value={player} open />
        <EncoderSection channel={channel} />
        <CopyField label={t('HLS')} value={hls} open />
        {served.map(({ name, address }) => (
          <CopyField key={name} label={name} value={address} masked={maskedIf(address)} />
        ))}
        <CopyField label={t('Snapshot')} value={snapshot} open />
      </Stack>
    </Card>
  );
}
