import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';

/** Open the dialogs about the process of the screen. */
export function ProcessButtons() {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  return (
    <div className="tools">
      <Button kind="quiet" icon="details" onClick={() => setSearch({ show: 'details' })}>
        {t('Process details')}
      </Button>
      <Button kind="quiet" icon="download" onClick={() => setSearch({ show: 'report' })}>
        {t('Debug report')}
      </Button>
    </div>
  );
}
