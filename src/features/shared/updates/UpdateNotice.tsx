import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { helpAddress } from '../../../ui/help/helpTopics.ts';
import { preferenceChosen, preferencesOpened, type WithPreferences } from '../preference/slice.ts';
import { UPDATES_KEY, type WithUpdates } from './slice.ts';

/** Announces a newer release, or asks once for permission to check for one. */
export function UpdateNotice() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const { server, newer } = useSelector(({ updates }: WithUpdates) => updates);
  const choice = useSelector(({ preference }: WithPreferences) => preference[UPDATES_KEY]);
  useEffect(() => {
    dispatch(preferencesOpened([UPDATES_KEY]));
  }, [dispatch]);
  const choose = (value: 'true' | 'false') => () => dispatch(preferenceChosen({ key: UPDATES_KEY, value }));
  if (newer !== null)
    return (
      <Alert tone="neutral" title={t('Version {{0}} is available.', { 0: newer })}>
        <a href={helpAddress('settings-update-link', i18n.language)} target="_blank" rel="noreferrer">
          {t('How to update')}
        </a>
      </Alert>
    );
  if (choice !== undefined || server === null) return null;
  return (
    <Alert tone="neutral" title={t('Check for updates?')}>
      <p>
        {t('Once an hour this browser would ask {{server}} for new versions and send the version in use.', { server })}
      </p>
      <div className="button-row">
        <Button onClick={choose('true')}>{t('Check every hour')}</Button>
        <Button kind="quiet" onClick={choose('false')}>
          {t('Do not check')}
        </Button>
      </div>
    </Alert>
  );
}
