import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ConfigForm } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { SIGNED_WITH, signOutRequested } from './signOutAll.ts';

/** For a device that was lost, or a password that somebody else knows. */
export function SignOutAllRow({ config, overrides }: Pick<ConfigForm, 'config' | 'overrides'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  if (config.api?.auth?.enable !== true) return <p className="dim">{t('There are no sessions without a login.')}</p>;
  if (overrides.includes(SIGNED_WITH)) {
    return (
      <p className="dim">
        {t('This is fixed by an environment variable: {{name}}', { name: 'CORE_API_AUTH_JWT_SECRET' })}
      </p>
    );
  }
  return (
    <Stack>
      <p className="dim">
        {t('Ends all sessions, including those of programs that use the API. You stay logged in here.')}
      </p>
      <div>
        <Button onClick={() => dispatch(signOutRequested())}>{t('Log out everywhere …')}</Button>
      </div>
    </Stack>
  );
}
