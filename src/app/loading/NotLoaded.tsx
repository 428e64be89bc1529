import { useTranslation } from 'react-i18next';
import { NOT_LOADED } from '../../api/error.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';

export function NotLoaded() {
  const { t } = useTranslation();
  return (
    <Alert title={t(NOT_LOADED)}>
      <Button icon="restart" onClick={() => location.reload()}>
        {t('Reload')}
      </Button>
    </Alert>
  );
}
