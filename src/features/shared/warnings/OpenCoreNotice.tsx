import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { DismissibleNotice } from '../preference/DismissibleNotice.tsx';

/** That the core has no login, which its environment keeps off; until it has one, or this is put away for this core. */
export function OpenCoreNotice() {
  const { t } = useTranslation();
  const core = useSelector(({ session }: WithSession) => {
    const about = coreInfoOf(session)?.about;
    return about?.auths.length === 0 ? about.id : null;
  });
  return (
    <DismissibleNotice
      storageKey="openCore"
      subject={core}
      tone="neutral"
      title={t('Login is disabled: anyone can open this interface.')}
      way={{ href: '#/settings/auth', text: t('Authorization') }}
    >
      {t('Start the core without CORE_API_AUTH_ENABLE=false to create a user.')}
    </DismissibleNotice>
  );
}
