import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { languages } from '../../../../i18n/languages.ts';
import { sanitizeDisplayText } from '../../../../i18n/sanitizeDisplayText.ts';
import { ALARM_RULE_IDS, ALARM_RULES, type AlarmRuleId } from '../../../../media/incident/alarmRules.ts';
import { RULE_SECONDS } from '../../../../media/incident/usualChoice.ts';
import { UnfoldingDisclosure } from '../../../../ui/controls/UnfoldingDisclosure.tsx';
import { NumberField } from '../../../../ui/form/NumberField.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../../ui/form/Switch.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { EditorCard, NotYetOpen, useEditor } from '../../../shared/editor/EditorPage.tsx';
import { isRule } from '../ruleTexts.ts';
import type { AlarmsKnown, WithAlarms } from '../slice.ts';
import type { RulesDraft } from './rulesDraft.ts';
import { type OpenRules, RULES_FORM, rulesEditor } from './slice.ts';

interface WithRulesForm {
  rulesForm: ReturnType<typeof rulesEditor.reducer>;
}

export function RulesForm() {
  const { t } = useTranslation();
  const { editor, retry } = useEditor(rulesEditor.actions, RULES_FORM, ({ rulesForm }: WithRulesForm) => rulesForm);
  if (editor.status !== 'open')
    return <NotYetOpen editor={editor} failed={t('The rules could not be loaded.')} retry={retry} />;
  return <Opened form={editor} />;
}

function Opened({ form }: { form: OpenRules }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, refused } = form;
  const offered = useSelector(({ alarms }: WithAlarms) => alarms.known?.alarms.offered);
  const change = (changed: Partial<RulesDraft>) => dispatch(rulesEditor.actions.draftChanged(changed));
  const faultOf = (key: string) => (refused?.[key] === undefined ? undefined : t(refused[key]));
  const names: Readonly<Record<string, string>> = {
    ...{ language: t('Language of the messages'), zone: t('Time zone'), page: t('Address of this interface') },
  };
  return (
    <EditorCard
      id={RULES_FORM}
      label={t('Rules')}
      editor={form}
      shared={{
        ...rulesEditor,
        nameOf: ([key = '', rule = '']) => {
          if (isRule(rule))
            return { name: `${t(ALARM_RULES[rule].label)}${key === 'seconds' ? ` · ${t('Told after')}` : ''}` };
          return names[key] === undefined ? null : { name: names[key] };
        },
      }}
      onSave={() => dispatch(rulesEditor.actions.saveRequested())}
      keeps={() => false}
      home="#/alarms"
    >
      {ALARM_RULE_IDS.filter((id) => offered?.includes(id)).map((id) => (
        <RuleFields key={id} rule={id} draft={draft} error={faultOf(`rules.${id}`)} onChange={change} />
      ))}
      <UnfoldingDisclosure
        summary={t('Language and links of the messages')}
        open={faultOf('zone') !== undefined || faultOf('page') !== undefined}
      >
        <div className="stack">
          <SelectField
            label={t('Language of the messages')}
            value={draft.language}
            onChange={(language) => change({ language })}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          />
          <TextField
            label={t('Time zone')}
            help={t('Empty: that of the server.')}
            error={faultOf('zone')}
            value={draft.zone}
            suggestions={Intl.supportedValuesOf('timeZone')}
            onChange={(zone) => change({ zone })}
          />
          <TextField
            label={t('Address of this interface')}
            help={t('For the link in a message. Empty: messages have none.')}
            error={faultOf('page')}
            value={draft.page}
            onChange={(page) => change({ page })}
          />
        </div>
      </UnfoldingDisclosure>
    </EditorCard>
  );
}

interface RuleFieldsProps {
  rule: AlarmRuleId;
  draft: RulesDraft;
  error: string | undefined;
  onChange: (changed: Partial<RulesDraft>) => void;
}

function RuleFields({ rule, draft, error, onChange }: RuleFieldsProps) {
  const { t } = useTranslation();
  const { label, severity, seconds: usual, value } = ALARM_RULES[rule];
  const names = useSelector(({ alarms }: WithAlarms) => toldText(alarms.known, rule));
  const on = draft.on[rule] === true;
  const sentTo = !on ? '' : names === '' ? t('sent to no receiver') : t('told: {{names}}', { names });
  return (
    <div className="pair">
      <SwitchField
        label={t(label)}
        help={[severity === 'critical' ? t('Critical') : t('Warning'), sentTo]
          .filter((part) => part !== '')
          .join(' · ')}
        checked={on}
        onChange={(checked) => onChange({ on: { ...draft.on, [rule]: checked } })}
      />
      {on && value && (
        <NumberField
          label={`${t(label)}: ${t(value.label)}`}
          unit={t(value.unit)}
          error={error}
          min={value.least}
          max={value.most}
          value={draft.value[rule] ?? value.usual}
          onChange={(figure) => onChange({ value: { ...draft.value, [rule]: figure } })}
        />
      )}
      {on && usual > 0 && (
        <NumberField
          label={t('{{rule}}: told after', { rule: t(label) })}
          unit="s"
          error={error}
          min={RULE_SECONDS.least}
          max={RULE_SECONDS.most}
          value={draft.seconds[rule] ?? usual}
          onChange={(seconds) => onChange({ seconds: { ...draft.seconds, [rule]: seconds } })}
        />
      )}
    </div>
  );
}

/** Returns the names of the receivers; '' if there are none. */
function toldText(alarms: AlarmsKnown | null, rule: AlarmRuleId): string {
  const choices = alarms?.alarms.settings.receivers ?? {};
  const isTold = ({ id, kind, isGone }: AlarmsKnown['receivers'][number]) => {
    const { on = true, rules = null } = choices[id] ?? {};
    const isBeat = alarms?.kinds.find((candidate) => candidate.id === kind)?.everySeconds != null;
    return on && !isGone && !isBeat && (rules === null || rules.includes(rule));
  };
  return (alarms?.receivers ?? [])
    .flatMap((receiver) => (isTold(receiver) ? [sanitizeDisplayText(receiver.name)] : []))
    .join(', ');
}
