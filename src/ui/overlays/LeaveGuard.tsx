import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { guardLeaving } from './guardLeaving.ts';

interface LeaveGuardProps {
  changed: boolean;
  /** Paths that keep the changes, such as other tabs of the same form; the query does not matter. */
  keeps?: (path: string) => boolean;
}

/** Asks before a changed form is left by a link, Back, `leave`, or closing the page. */
export function LeaveGuard({ changed, keeps = () => false }: LeaveGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) =>
      changed && pathname !== currentLocation.pathname && !keeps(pathname),
  );
  const [pending, setPending] = useState<{ go: () => void } | null>(null);
  useEffect(() => (changed ? guardLeaving((go) => setPending({ go })) : undefined), [changed]);
  useEffect(() => {
    if (!changed) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [changed]);
  const goOn = () => {
    setPending(null);
    if (pending) pending.go();
    else blocker.proceed?.();
  };
  const isAsking = blocker.state === 'blocked' || pending !== null;
  const onSaved = useEffectEvent(goOn);
  useEffect(() => {
    // The form was saved meanwhile.
    if (isAsking && !changed) onSaved();
  }, [isAsking, changed]);
  return (
    <ConfirmDialog
      open={isAsking}
      danger
      title={t('Leave without saving?')}
      confirm={t('Leave without saving')}
      onConfirm={goOn}
      onClose={() => {
        setPending(null);
        blocker.reset?.();
      }}
    >
      {t('Your changes on this page are not saved and will be lost.')}
    </ConfirmDialog>
  );
}
