import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { ALARM_RULES } from '../../../../media/incident/alarmRules.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { EditorCard, FirstFault, NotYetOpen, useEditor } from '../../../shared/editor/EditorPage.tsx';
import { TrialNote } from '../AnswerNote.tsx';
import { isRule } from '../ruleTexts.ts';
import type { WithAlarms } from '../slice.ts';
import { ReceiverFields } from './ReceiverFields.tsx';
import {
  type OpenReceiver,
  type ReceiverTarget,
  receiverEditor,
  receiverSaveRequested,
  receiverTrialRequested,
} from './slice.ts';

const FORM = 'receiver';

interface WithReceiverForm {
  receiverForm: ReturnType<typeof receiverEditor.reducer>;
}

/** @param target must be the same object for the same receiver */
export function ReceiverForm({ target }: { target: ReceiverTarget }) {
  const { t } = useTranslation();
  const { editor, retry } = useEditor(
    receiverEditor.actions,
    target,
    ({ receiverForm }: WithReceiverForm) => receiverForm,
  );
  if (editor.status !== 'open')
    return <NotYetOpen editor={editor} failed={t('The receiver could not be loaded.')} retry={retry} />;
  return <Opened form={editor} />;
}

function Opened({ form }: { form: OpenReceiver }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const trial = useSelector(({ alarms }: WithAlarms) => (alarms.trial?.id === null ? alarms.trial : null));
  const { found, target, refused } = form;
  const test = () => dispatch(receiverTrialRequested());
  const isNew = target.id === null;
  const names: Readonly<Record<string, string>> = {
    ...{ name: t('Name'), on: t('On'), resolved: t('Also tell when it is over') },
    ...{ allRules: t('All rules that are switched on'), quiet: t('Quiet hours'), quietFrom: t('Begin') },
    ...{ quietTo: t('End'), quietZone: t('Time zone'), exceptCritical: t('Critical alarms all the same') },
  };
  return (
    <EditorCard
      id={FORM}
      label={t(found.kind.name)}
      editor={form}
      fresh={isNew || found.isGone}
      shared={{
        ...receiverEditor,
        unshown: t('A secret was changed.'),
        nameOf: ([key = '', inner = '']) => {
          const field = key === 'fields' ? found.kind.fields[inner] : undefined;
          if (field) return { name: t(field.label), secret: field.isSecret };
          if (key === 'rules' && isRule(inner)) return { name: t(ALARM_RULES[inner].label) };
          return names[key] === undefined ? null : { name: names[key] };
        },
      }}
      onSave={() => dispatch(receiverSaveRequested({ language: i18n.language }))}
      keeps={() => false}
      home="#/alarms/receivers"
    >
      {found.isGone && (
        <Alert tone="warning" title={t('The receiver wants no more messages. Save it again to switch it on.')} />
      )}
      {found.kind.everySeconds !== null && (
        <p className="dim">
          {t(
            'A service outside raises the alarm when it hears nothing more. Only such a service notices that this whole machine is gone.',
          )}
        </p>
      )}
      <ReceiverFields form={form} onChange={(changed) => dispatch(receiverEditor.actions.draftChanged(changed))} />
      <div className="button-row">
        <Button icon="test" busy={form.busy === 'testing'} disabled={form.busy === 'saving'} onClick={test}>
          {t('Send a test')}
        </Button>
      </div>
      {refused && <FirstFault key={JSON.stringify(refused)} form={FORM} />}
      {trial && <TrialNote trial={trial} onRetry={test} />}
    </EditorCard>
  );
}
