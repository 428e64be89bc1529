import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { restartAsked } from '../../shared/restart/slice.ts';

/** At any time: what is saved already says so itself. `unsaved`: what was typed would not be in force after it. */
export function RestartRow({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <div>
      <Button icon="restart" disabled={unsaved} onClick={() => dispatch(restartAsked())}>
        {t('Restart the core …')}
      </Button>
      {unsaved && (
        <p className="dim small">
          {t('You have unsaved changes. Please save them before you can control the service again.')}
        </p>
      )}
    </div>
  );
}
