import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { msg } from '../../../../i18n/msg.ts';
import { Actions } from '../../../../ui/controls/Actions.tsx';
import { Button } from '../../../../ui/controls/Button.tsx';
import { StepPage } from '../../../../ui/layout/StepPage.tsx';
import type { WithChannels } from '../../../live/channel/slice.ts';
import { isUploading, type WithMediaFile } from '../../mediaFile/slice.ts';
import type { WizardDraft } from '../draft.ts';
import { abortAsked, steppedBack } from '../slice.ts';
import { before, chapterOf, type StepName, type WizardStep } from '../stepOrder.ts';

interface PanelProps<S extends StepName> {
  draft: WizardDraft;
  at: Extract<WizardStep, { step: S }>;
}

export type StepPanel<S extends StepName> = ComponentType<PanelProps<S>>;

const CHAPTERS = [msg('Source'), msg('Video'), msg('Audio'), msg('Description'), msg('License')];

const useUploading = () =>
  useSelector((state: WithMediaFile & WithChannels) => isUploading(state, state.channel.current ?? ''));

/** Form id for the submit button outside the form. */
export const FORM = 'wizard-step';

interface StepFrameProps {
  at: WizardStep;
  /** Disables Back and Cancel during a save. */
  locked?: boolean;
  leave?: ReactNode;
  title: string;
  lead?: ReactNode;
  note?: ReactNode;
  effects?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function StepFrame({
  at,
  locked = at.step === 'done',
  leave,
  title,
  lead,
  note,
  effects,
  actions,
  children,
}: StepFrameProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const name = useSelector(({ channel }: WithChannels) => channel.list.find(({ id }) => id === channel.current)?.name);
  const abortable = !locked && at.step !== 'abort';
  const back = (
    <>
      {!locked && before(at) && (
        <Button icon="back" onClick={() => dispatch(steppedBack())}>
          {t('Back')}
        </Button>
      )}
      {abortable && leave}
      {abortable && !leave && (
        <Button kind="quiet" onClick={() => dispatch(abortAsked())}>
          {t('Cancel')}
        </Button>
      )}
    </>
  );
  const foot = (abortable || actions) && (
    <>
      {effects}
      <Actions back={back} note={note}>
        {actions}
      </Actions>
    </>
  );
  return (
    <StepPage
      title={title}
      context={name ?? ''}
      lead={lead}
      steps={CHAPTERS.map((chapter) => t(chapter))}
      current={chapterOf(at)}
      foot={foot}
    >
      {children}
    </StepPage>
  );
}

/** Submits the form of the step; disabled during a file upload. */
export function Submit({ text, disabled = false }: { text: string; disabled?: boolean }) {
  const waits = useUploading();
  return (
    <Button kind="main" type="submit" form={FORM} disabled={disabled || waits}>
      {text}
    </Button>
  );
}
