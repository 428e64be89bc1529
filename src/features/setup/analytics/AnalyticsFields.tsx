import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Analytics } from '../../../viewer/analytics.ts';
import { analyticsFault } from './analyticsFault.ts';

const FORM = 'G-XXXXXXXXXX';

interface AnalyticsFieldsProps {
  ga: Analytics;
  error?: string | undefined;
  onChange: (ga: Analytics) => void;
}

export function AnalyticsFields({ ga, error, onChange }: AnalyticsFieldsProps) {
  const { t } = useTranslation();
  const fault = analyticsFault(ga);
  return (
    <>
      <TextField
        label={t('Analytics ID')}
        help={
          fault === null
            ? t(
                'Tells Google Analytics when the page is opened and played, with the address of the viewer. Many countries require the consent of viewers: ask for it yourself, the pages do not. Empty = off.',
              )
            : t(fault)
        }
        error={error}
        placeholder={FORM}
        value={ga.account}
        onChange={(account) => onChange({ ...ga, account })}
      />
      <TextField
        label={t('Tracker name')}
        help={t('Sent along as tracker_name, to tell pages with the same ID apart.')}
        value={ga.name}
        onChange={(name) => onChange({ ...ga, name })}
      />
    </>
  );
}
