import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { ProgressBar } from '../../../ui/controls/ProgressBar.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import { pagesWatched, renewalRequested, type WithPageRenewal } from './slice.ts';

export function RenewalNotice() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const renewal = useSelector((state: WithPageRenewal) => state.pageRenewal);
  useEffect(() => {
    dispatch(pagesWatched());
  }, [dispatch]);
  if (renewal.status === 'calm') return null;
  if (renewal.status === 'renewing') {
    const { done, total } = renewal;
    return (
      // Not an alert, because a screen reader would read every change of the progress.
      <div className="alert tone-neutral">
        <ProgressBar
          label={t('Renewing the pages for viewers …')}
          share={total === 0 ? null : done / total}
          figure={t('{{n}} of {{total}}', { n: done, total })}
        />
      </div>
    );
  }
  const { count, failed } = renewal;
  const renew = () => dispatch(renewalRequested());
  if (failed.length > 0)
    return (
      <Alert tone="warning" title={t('Some pages could not be renewed.')}>
        <div className="stack">
          <ul>
            {failed.map(({ channel, name, reason }) => (
              <li key={channel}>{`${name ?? t('Publication website')}: ${reasonText(reason, t)}`}</li>
            ))}
          </ul>
          <div>
            <Button icon="restart" onClick={renew}>
              {t('Retry')}
            </Button>
          </div>
        </div>
      </Alert>
    );
  return (
    <Alert tone="neutral" title={t('Viewers still get pages of an older version: {{n}}', { n: count })}>
      <div className="stack">
        <p>{t('Renew them so that viewers get what is new. Streams are not interrupted.')}</p>
        <div>
          <Button icon="restart" onClick={renew}>
            {t('Renew all pages')}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
