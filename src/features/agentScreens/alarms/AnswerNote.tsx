import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryAnswer } from '../../../api/agentEndpoints.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import type { AlarmTrial } from './slice.ts';

export function useAnswerText(): (answer: Pick<DeliveryAnswer, 'text' | 'status'>) => string {
  const { t } = useTranslation();
  return ({ text, status }) =>
    [
      text === null ? t('The receiver accepted the message.') : t(text),
      ...(status === null ? [] : [t('It responded with {{status}}.', { status })]),
    ].join(' ');
}

interface TrialNoteProps {
  trial: AlarmTrial;
  onRetry?: () => void;
}

export function TrialNote(props: TrialNoteProps) {
  const { trial } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The result may be off-screen below the list, or behind the save bar.
    void trial;
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [trial]);
  return (
    <div ref={place} className="test-answer">
      <Answer {...props} />
    </div>
  );
}

function Answer({ trial, onRetry }: TrialNoteProps) {
  const { t } = useTranslation();
  const inWords = useAnswerText();
  if (trial.status === 'running') return <ProgressNote>{t('Sending a test …')}</ProgressNote>;
  const retryButton = onRetry && (
    <p>
      <Button kind="quiet" icon="restart" onClick={onRetry}>
        {t('Retry')}
      </Button>
    </p>
  );
  if (trial.status === 'failed')
    return (
      <Alert title={t('The test was not sent.')}>
        {reasonText(trial.reason, (text, values) => t(text, values))}
        {retryButton}
      </Alert>
    );
  const { answer } = trial;
  return answer.type === 'delivered' ? (
    <Alert tone="neutral" title={t('The test arrived.')}>
      {inWords(answer)}
    </Alert>
  ) : (
    <Alert title={t('The test did not arrive.')}>
      {inWords(answer)}
      {retryButton}
    </Alert>
  );
}
