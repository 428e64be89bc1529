import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { useSentenceText } from '../../live/verdict/useVerdictText.tsx';
import { GRADES } from '../preflight/Findings.tsx';
import { httpsCheckClosed, httpsCheckOpened, httpsCheckRequested, type WithHttpsCheck } from './slice.ts';

export function HttpsCheckCard() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const check = useSelector(({ httpsCheck }: WithHttpsCheck) => httpsCheck);
  const inWords = useSentenceText();
  useEffect(() => {
    dispatch(httpsCheckOpened());
    return () => {
      dispatch(httpsCheckClosed());
    };
  }, [dispatch]);
  const running = check.status === 'running';
  return (
    <Stack>
      <p className="dim small">
        {t(
          'This check finds out where the public domains lead, which ports respond, and how long the certificate lasts.',
        )}
      </p>
      <div className="button-row">
        <Button busy={running} onClick={() => dispatch(httpsCheckRequested())}>
          {t('Check HTTPS')}
        </Button>
        {running && <ProgressNote>{t('Asking the core …')}</ProgressNote>}
      </div>
      {check.status === 'failed' && <Alert title={t('The check failed: {{0}}', { 0: check.reason })} />}
      {check.status === 'judged' && (
        <List label={t('Check HTTPS')}>
          {check.findings.map(({ grade, sentence }) => (
            <ListRow
              key={inWords(sentence)}
              icon={GRADES[grade].icon}
              title={inWords(sentence)}
              detail={t(GRADES[grade].word)}
              tone={GRADES[grade].tone}
            />
          ))}
        </List>
      )}
    </Stack>
  );
}
