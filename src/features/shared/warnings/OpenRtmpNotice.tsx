import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { type CoreInfo, coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { DismissibleNotice } from '../preference/DismissibleNotice.tsx';

/** Whether a stranger can publish in place of a channel: nothing is asked for, and no name belongs to anybody. */
const isOpen = ({ about, config: { rtmp } }: CoreInfo): boolean =>
  rtmp?.enable === true && rtmp.token === '' && !hasExtension(about, 'own-names');

/** That the RTMP server is open to everybody; until it has a token, or this is put away for this core. */
export function OpenRtmpNotice() {
  const { t } = useTranslation();
  const core = useSelector(({ session }: WithSession) => {
    const info = coreInfoOf(session);
    return info && isOpen(info) ? info.about.id : null;
  });
  return (
    <DismissibleNotice
      storageKey="openRtmp"
      subject={core}
      tone="warning"
      title={t('Anyone with access to the RTMP server can publish in place of a channel.')}
      way={{ href: '#/settings/rtmp?draw=token', text: t('Set a random token …') }}
    >
      {t('A token prevents that. Encoders and players then need a new address, and the core has to restart.')}
    </DismissibleNotice>
  );
}
