import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Button } from '../../ui/Button.tsx';
import { restartAsked } from '../restart/slice.ts';

/** At any time: what is saved already says so itself. */
export function RestartRow() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <div>
      <Button icon="restart" onClick={() => dispatch(restartAsked())}>
        {t('Restart the core …')}
      </Button>
    </div>
  );
}
