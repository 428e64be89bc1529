import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { isTried } from '../../../media/coreInfo/compatibility.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { DismissibleNotice } from '../preference/DismissibleNotice.tsx';

/** That nobody has run this ffmpeg with what is written here; until it is put away, and again with another version. */
export function UntriedNotice() {
  const { t } = useTranslation();
  const version = useSelector(({ session }: WithSession) => coreInfoOf(session)?.skills.ffmpeg.version ?? null);
  return (
    <DismissibleNotice
      storageKey="untriedFfmpeg"
      subject={version === null || isTried(version) ? null : version}
      tone="neutral"
      title={t('ffmpeg {{0}} has not been tried with Sluice yet.', { 0: version })}
      way={{ href: '#/encoders', text: t('Try this ffmpeg') }}
    >
      {t('Try it before you go live.')}
    </DismissibleNotice>
  );
}
