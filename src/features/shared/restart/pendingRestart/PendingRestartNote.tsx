import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { Stack } from '../../../../ui/layout/Card.tsx';
import { restartOffered } from '../slice.ts';
import type { WithPendingRestart } from './slice.ts';

/** States that the addresses next to it differ from those in effect. */
export function PendingRestartNote() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const pending = useSelector((state: WithPendingRestart) => state.pendingRestart);
  if (pending === 'none') return null;
  return (
    <Alert tone="warning" title={t('Saved settings are not in effect yet.')}>
      <Stack>
        <p>
          {pending === 'shown'
            ? t('These addresses apply after the core restarts. Until then, the previous ones do.')
            : t('These addresses apply until the core restarts. Then, others may.')}
        </p>
        <div>
          <Button icon="restart" onClick={() => dispatch(restartOffered())}>
            {t('Restart …')}
          </Button>
        </div>
      </Stack>
    </Alert>
  );
}
