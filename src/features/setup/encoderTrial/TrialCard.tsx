import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import {
  type EncoderTrial,
  type TrialKind,
  type TrialProgress,
  trialRequested,
  trialStopped,
  type WithEncoderTrial,
} from './slice.ts';

interface TrialCardProps extends Pick<ComponentProps<typeof Card>, 'title' | 'note'> {
  of: TrialKind;
  /** The main card also shows that a trial is being stopped. */
  main: boolean;
  back?: ReactNode;
  begin: string;
  question: string;
  disabled: boolean;
  progress: (progress: TrialProgress) => string;
  children: ReactNode;
}

export const useEncoderTrial = (): EncoderTrial => useSelector(({ encoderTrial }: WithEncoderTrial) => encoderTrial);

export function TrialCard({ of, main, back, begin, question, disabled, progress, children, ...card }: TrialCardProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const trial = useEncoderTrial();
  const stopping = trial.status === 'stopping';
  const runs = trial.status === 'running' && trial.of === of;
  const isBlocked = trial.status === 'running' && !runs;
  const isAsking = trial.status === 'asked' && trial.of === of;
  return (
    <>
      <Card
        {...card}
        foot={
          <Actions back={back} note={runs ? <ProgressNote>{progress(trial)}</ProgressNote> : undefined}>
            {runs || (stopping && main) ? (
              <Button busy={stopping} onClick={() => dispatch(trialStopped())}>
                {t('Stop the test')}
              </Button>
            ) : (
              <Button
                kind={main ? 'main' : 'plain'}
                disabled={disabled || isBlocked || stopping}
                onClick={() => dispatch(trialRequested({ of, confirmed: false }))}
              >
                {begin}
              </Button>
            )}
          </Actions>
        }
      >
        <Stack>{children}</Stack>
      </Card>
      <ConfirmDialog
        open={isAsking}
        title={question}
        confirm={begin}
        onConfirm={() => dispatch(trialRequested({ of, confirmed: true }))}
        onClose={() => dispatch(trialStopped())}
      >
        {isAsking &&
          t(
            '{{count}} processes are running on this core. They may stutter for the minutes that the test takes, if they encode on the same machine.',
            {
              count: trial.running,
              defaultValue_one:
                '{{count}} process is running on this core. It may stutter for the minutes that the test takes, if it encodes on the same machine.',
            },
          )}
      </ConfirmDialog>
    </>
  );
}
