import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { isTried } from '../../../media/coreInfo/compatibility.ts';
import { type CoreInfo, coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { DismissibleNotice } from '../preference/DismissibleNotice.tsx';

/** Whether a stranger can publish in place of a channel: the server asks for no token and reserves no names. */
const isRtmpOpen = ({ about, config: { rtmp } }: CoreInfo): boolean =>
  rtmp?.enable === true && rtmp.token === '' && !hasExtension(about, 'own-names');

/** Warnings about the core and its ffmpeg: each stays until its cause is gone, or until it is hidden in this browser. */
export function CoreWarnings() {
  const { t } = useTranslation();
  const info = useSelector(({ session }: WithSession) => coreInfoOf(session));
  if (info === null) return null;
  const { about, skills } = info;
  const { version } = skills.ffmpeg;
  return (
    <>
      <DismissibleNotice
        storageKey="untriedFfmpeg"
        subject={isTried(version) ? null : version}
        tone="neutral"
        title={t('ffmpeg {{0}} has not been tried with Sluice yet.', { 0: version })}
        way={{ href: '#/encoders', text: t('Try this ffmpeg') }}
      >
        {t('Try it before you go live.')}
      </DismissibleNotice>
      <DismissibleNotice
        storageKey="openCore"
        subject={about.auths.length === 0 ? about.id : null}
        tone="neutral"
        title={t('Login is disabled: anyone can open this interface.')}
        way={{ href: '#/settings/auth', text: t('Authorization') }}
      >
        {t('Start the core without CORE_API_AUTH_ENABLE=false to create a user.')}
      </DismissibleNotice>
      <DismissibleNotice
        storageKey="openRtmp"
        subject={isRtmpOpen(info) ? about.id : null}
        tone="warning"
        title={t('Anyone with access to the RTMP server can publish in place of a channel.')}
        way={{ href: '#/settings/rtmp?draw=token', text: t('Set a random token …') }}
      >
        {t('A token prevents that. Encoders and players then need a new address, and the core has to restart.')}
      </DismissibleNotice>
    </>
  );
}
