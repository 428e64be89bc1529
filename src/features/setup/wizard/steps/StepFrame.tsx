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

/** The form of a step, for the button in its foot. */
export const FORM = 'wizard-step';

interface StepFrameProps {
  at: WizardStep;
  /** Neither Back nor Cancel: it is being written. */
  locked?: boolean;
  /** In place of Cancel where there are no entries yet. */
  leave?: ReactNode;
  title: string;
  lead?: ReactNode;
  /** Why the main button cannot be pressed. */
  note?: ReactNode;
  /** Above the buttons: what the main one does. */
  effects?: ReactNode;
  /** The main button. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** The frame of all steps: chapters, Back, and Cancel until the save begins. */
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
  const waits = useUploading();
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
      <Actions back={back} note={waits ? t('Wait for the file, or cancel its upload.') : note}>
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

/** Submits the form of the step, once a picked file has arrived. */
export function Submit({ text, disabled = false }: { text: string; disabled?: boolean }) {
  const waits = useUploading();
  return (
    <Button kind="main" type="submit" form={FORM} disabled={disabled || waits}>
      {text}
    </Button>
  );
}
