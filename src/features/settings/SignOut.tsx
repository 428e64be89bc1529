import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { TabForm } from '../../catalog/tabs/define.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { SIGNED_WITH, signOutRequested } from './signOut.ts';

/** For a device that was lost, or a password that somebody else knows. */
export function SignOut({ config, overrides }: Pick<TabForm, 'config' | 'overrides'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [asked, setAsked] = useState(false);
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
        <Button onClick={() => setAsked(true)}>{t('Log out everywhere …')}</Button>
      </div>
      <ConfirmDialog
        open={asked}
        title={t('Log out everywhere?')}
        confirm={t('Log out everywhere')}
        danger
        onConfirm={() => {
          setAsked(false);
          dispatch(signOutRequested());
        }}
        onClose={() => setAsked(false)}
      >
        {t('The core restarts. All live streams are interrupted for a few seconds and resume automatically.')}
      </ConfirmDialog>
    </Stack>
  );
}
