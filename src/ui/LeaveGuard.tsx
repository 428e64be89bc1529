import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface LeaveGuardProps {
  /** Something on this screen would be lost. */
  changed: boolean;
  /** Paths (without query) that keep it, e.g. the other tabs of the same form. Another query of this path always does. */
  keeps?: (path: string) => boolean;
}

/** Put into a form: leaving it while it is changed asks first, by link, by Back, and by closing the page. */
export function LeaveGuard({ changed, keeps = () => false }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) =>
      changed && pathname !== currentLocation.pathname && !keeps(pathname),
  );
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changed]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      danger
      title={t('Leave without saving?')}
      confirm={t('Leave without saving')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('What you changed on this page is not saved yet and would be lost.')}
    </ConfirmDialog>
  );
}
