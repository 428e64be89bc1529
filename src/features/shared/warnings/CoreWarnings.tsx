import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { clockJumpOf } from '../../../api/answers/clockJump.ts';
import { restoredFilesOf } from '../../../api/answers/restoredFiles.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { formatCalmSpan, formatMoment } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { isTried } from '../../../media/coreInfo/compatibility.ts';
import { type CoreInfo, coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { DismissibleNotice } from '../preference/DismissibleNotice.tsx';

/** Whether strangers can publish in place of a channel: no token, and no reserved names. */
const isRtmpOpen = ({ about, config: { rtmp } }: CoreInfo): boolean =>
  rtmp?.enable === true && rtmp.token === '' && !hasExtension(about, 'own-names');

const CONTENTS: Readonly<Record<string, string>> = {
  channels: msg('Channels and publications'),
  settings: msg('Settings and login'),
  certificates: msg('Certificates'),
  statistics: msg('Viewer statistics'),
};

export function CoreWarnings() {
  const { t, i18n } = useTranslation();
  const info = useSelector(({ session }: WithSession) => coreInfoOf(session));
  if (info === null) return null;
  const { about, skills } = info;
  const { version } = skills.ffmpeg;
  const restored = restoredFilesOf(about);
  const jump = clockJumpOf(about);
  return (
    <>
      <DismissibleNotice
        storageKey="restoredFiles"
        subject={
          restored.length === 0 ? null : restored.map(({ file, copy_from }) => `${file} ${copy_from}`).join(', ')
        }
        tone="warning"
        title={t('Stored data was damaged, as by a power cut. The last good copy is used.')}
      >
        {restored.map((file) => (
          <span key={file.set_aside + file.file}>
            {t('{{0}}: the copy of {{1}}. Later changes are lost; check what you changed after that.', {
              0: t(CONTENTS[file.content] ?? file.file),
              1: formatMoment(Date.parse(file.copy_from) / 1000, i18n.language),
            })}{' '}
            {file.set_aside !== '' && t('The damaged file is kept as {{0}}.', { 0: file.set_aside })}{' '}
          </span>
        ))}
      </DismissibleNotice>
      <DismissibleNotice
        storageKey="clockJump"
        subject={jump === null ? null : jump.at}
        tone="warning"
        title={t('The clock of the server was changed.')}
      >
        {jump !== null &&
          t(
            jump.by_seconds < 0
              ? msg(
                  'It was set back by {{0}} at {{1}}. Nothing was deleted because of that. Check the time of the server.',
                )
              : msg(
                  'It jumped ahead by {{0}} at {{1}}, or the server slept. Nothing was deleted because of that. Check the time of the server.',
                ),
            {
              0: formatCalmSpan(Math.abs(jump.by_seconds), i18n.language),
              1: formatMoment(Date.parse(jump.at) / 1000, i18n.language),
            },
          )}
      </DismissibleNotice>
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
