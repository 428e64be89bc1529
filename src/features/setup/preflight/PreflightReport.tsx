import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { clockOf } from '../../../i18n/format.ts';
import { headlineOf } from '../../../media/preflight/runPreflightChecks.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useSentenceText } from '../../live/verdict/useVerdictText.tsx';
import { preferencesOpened } from '../../shared/preference/slice.ts';
import { Findings, GradeSign } from './Findings.tsx';
import { preflightClosed, preflightRequested, uploadKey, type WithPreflight } from './slice.ts';
import { UploadField } from './UploadField.tsx';

/** Checks a channel before it goes live. The check changes nothing, so it starts at once. */
export function PreflightReport({ channel }: { channel: string }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const preflight = useSelector((state: WithPreflight) => state.preflight);
  useEffect(() => {
    dispatch(preferencesOpened([uploadKey]));
    dispatch(preflightRequested(channel));
    return () => {
      dispatch(preflightClosed());
    };
  }, [dispatch, channel]);
  const inWords = useSentenceText();
  const running = preflight.status === 'running' || preflight.status === 'idle';
  const judged = 'judged' in preflight ? preflight.judged : null;
  return (
    <div className="stack preflight">
      {preflight.status === 'failed' && <Alert title={t('The check failed: {{0}}', { 0: preflight.reason })} />}
      <Card
        title={preflight.status === 'judged' ? inWords(headlineOf(preflight.judged)) : t('Check before going live')}
        sign={
          preflight.status === 'judged' ? <GradeSign grade={preflight.judged.grade} /> : <span className="grade-sign" />
        }
        foot={
          <Actions
            back={<LinkButton href={`#/${channel}`}>{t('Close')}</LinkButton>}
            note={
              running ? (
                <ProgressNote>
                  {preflight.status === 'running' && preflight.all > 0
                    ? t('Testing connections: {{number}} of {{all}} …', { number: preflight.done, all: preflight.all })
                    : t('Asking the core …')}
                </ProgressNote>
              ) : preflight.status === 'judged' ? (
                t('Checked at {{time}}', { time: clockOf(i18n.language)(preflight.at / 1000) })
              ) : undefined
            }
          >
            <Button kind="main" busy={running} onClick={() => dispatch(preflightRequested(channel))}>
              {t('Check again')}
            </Button>
          </Actions>
        }
      >
        <p className="dim small">
          {t(
            'Nothing is sent and nothing is changed. The server only opens a connection for each publication that is off, and closes it again.',
          )}
        </p>
        <div className="preflight-upload">
          <UploadField />
        </div>
        <div className="findings-place">{judged && <Findings channel={channel} judged={judged} />}</div>
      </Card>
    </div>
  );
}
