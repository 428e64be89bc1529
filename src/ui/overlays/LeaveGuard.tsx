import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { guardLeaving } from './guardLeaving.ts';

interface LeaveGuardProps {
  /** Something on this screen would be lost. */
  changed: boolean;
  /** Paths (without query) that keep it, e.g. the other tabs of the same form. Another query of this path always does. */
  keeps?: (path: string) => boolean;
}

/** Put into a form: leaving it while it is changed asks first, by link, by Back, by `leave`, and by closing the page. */
export function LeaveGuard({ changed, keeps = () => false }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) =>
      changed && pathname !== currentLocation.pathname && !keeps(pathname),
  );
  const [held, setHeld] = useState<{ go: () => void } | null>(null);
  useEffect(() => (changed ? guardLeaving((go) => setHeld({ go })) : undefined), [changed]);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changed]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked' || held !== null}
      danger
      title={t('Leave without saving?')}
      confirm={t('Leave without saving')}
      onConfirm={() => {
        setHeld(null);
        if (held) held.go();
        else blocker.proceed?.();
      }}
      onClose={() => {
        setHeld(null);
        blocker.reset?.();
      }}
    >
      {t('Your changes on this page are not saved and will be lost.')}
    </ConfirmDialog>
  );
}
