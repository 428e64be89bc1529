import { useTranslation } from 'react-i18next';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { listenPortOf, passphraseIn, srtCaller } from '../../../media/address/listenPort.ts';
import type { Source } from '../../../media/encoding/profile.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { PendingRestartNote } from '../../shared/restart/pendingRestart/PendingRestartNote.tsx';

/** The address for an encoder when ffmpeg listens on its own port. */
export function ListenAddress({ network, source }: { network: Network; source: Source }) {
  const { t } = useTranslation();
  const address = String(source.settings.address ?? '');
  const port = listenPortOf(address);
  if (port === null || !/^srt:/i.test(address.trim())) return null;
  const caller = srtCaller(network, port, passphraseIn(address));
  const masked = maskText(caller);
  return (
    <>
      <PendingRestartNote />
      <CopyField label={t('Full URL')} value={caller} masked={masked === caller ? undefined : masked} whole />
      <p className="field-note">
        {t(
          'Start sending to this address, then continue. UDP port {{port}} must be open; for Docker: -p {{port}}:{{port}}/udp.',
          {
            port: port.port,
          },
        )}
      </p>
    </>
  );
}
