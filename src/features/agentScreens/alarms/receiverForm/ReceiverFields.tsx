import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { ALARM_RULE_IDS, ALARM_RULES } from '../../../../media/incident/alarmRules.ts';
import { IconButton } from '../../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx';
import { UnfoldingDisclosure } from '../../../../ui/controls/UnfoldingDisclosure.tsx';
import { PasswordField } from '../../../../ui/form/PasswordField.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../../ui/form/Switch.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import type { WithAlarms } from '../slice.ts';
import { areSecretsLost, type ReceiverDraft, type ReceiverKind } from './receiverDraft.ts';
import type { OpenReceiver } from './slice.ts';

interface ReceiverFieldsProps {
  form: OpenReceiver;
  onChange: (changed: Partial<ReceiverDraft>) => void;
}

export function ReceiverFields({ form, onChange }: ReceiverFieldsProps) {
  const { t } = useTranslation();
  const { draft, stored, found, refused } = form;
  const faultOf = (key: string) => (refused?.[key] === undefined ? undefined : t(refused[key]));
  const set = (key: string, value: string | undefined) => {
    const { [key]: _, ...others } = draft.fields;
    onChange({ fields: value === undefined ? others : { ...others, [key]: value } });
  };
  return (
    <>
      <TextField
        label={t('Name')}
        required
        error={faultOf('name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      {Object.entries(found.kind.fields).map(([key, field]) => (
        <KindField
          key={key}
          field={field}
          value={draft.fields[key]}
          stored={found.secrets.includes(key)}
          lost={areSecretsLost(draft, stored)}
          error={faultOf(key)}
          onChange={(value) => set(key, value)}
        />
      ))}
      {refused?.[''] !== undefined && <p className="field-error">{t(refused[''])}</p>}
      {found.kind.everySeconds === null && <ChoiceFields draft={draft} faultOf={faultOf} onChange={onChange} />}
    </>
  );
}

interface KindFieldProps {
  field: ReceiverKind['fields'][string];
  /** undefined: unchanged, so that the stored value is kept. */
  value: string | undefined;
  stored: boolean;
  lost: boolean;
  error: string | undefined;
  onChange: (value: string | undefined) => void;
}

function KindField({ field, value, stored, lost, error, onChange }: KindFieldProps) {
  const { t } = useTranslation();
  const { label, isSecret, isOptional = false, choices, choiceNames = {}, help, generated } = field;
  const shell = { label: t(label), error, required: !isOptional && !(stored && !lost) };
  const hint = help === undefined ? undefined : t(help);
  if (choices)
    return (
      <SelectField
        {...shell}
        value={value ?? ''}
        onChange={onChange}
        options={choices.map(String).map((choice) => ({ value: choice, label: t(choiceNames[choice] ?? choice) }))}
      />
    );
  if (!isSecret) return <TextField {...shell} help={hint} value={value ?? ''} onChange={onChange} />;
  return (
    <PasswordField
      {...shell}
      help={stored ? storedHelp() : hint}
      value={value ?? ''}
      // Clearing the input keeps the stored secret; only the button removes it.
      onChange={(text) => onChange(text === '' && stored ? undefined : text)}
      end={
        <>
          {stored && isOptional && (
            <IconButton
              icon={value === '' ? 'restart' : 'trash'}
              label={
                value === '' ? t('Keep: {{what}}', { what: shell.label }) : t('Remove: {{what}}', { what: shell.label })
              }
              onClick={() => onChange(value === '' ? undefined : '')}
            />
          )}
          {generated && (
            <IconButton
              icon="restart"
              label={t('Generate: {{what}}', { what: shell.label })}
              onClick={() => onChange(generated.prefix + randomText(generated.bytes))}
            />
          )}
          {generated && value !== undefined && value !== '' && <CopyButton what={shell.label} text={value} />}
        </>
      }
    />
  );

  function storedHelp(): string {
    if (value === '') return t('What is stored is removed with the save.');
    if (value !== undefined) return t('It takes the place of the stored one.');
    return lost
      ? t('Enter this again: it is kept only as long as it goes to the same address.')
      : t('Stored. Leave the field empty to keep it.');
  }
}

const randomText = (bytes: number) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));

interface ChoiceFieldsProps {
  draft: ReceiverDraft;
  faultOf: (key: string) => string | undefined;
  onChange: (changed: Partial<ReceiverDraft>) => void;
}

function ChoiceFields({ draft, faultOf, onChange }: ChoiceFieldsProps) {
  const { t } = useTranslation();
  const offered = useSelector(({ alarms }: WithAlarms) => alarms.known?.alarms.offered) ?? [];
  const { resolved, allRules, rules, quiet, quietFrom, quietTo, quietZone, exceptCritical } = draft;
  const critical = ALARM_RULE_IDS.filter((id) => ALARM_RULES[id].severity === 'critical' && offered.includes(id));
  return (
    <UnfoldingDisclosure summary={t('What it gets, and when')} open={!allRules || !resolved || quiet}>
      <div className="stack">
        <SwitchField
          label={t('Also tell when it is over')}
          checked={resolved}
          onChange={(on) => onChange({ resolved: on })}
        />
        <SwitchField
          label={t('All rules that are switched on')}
          checked={allRules}
          onChange={(on) => onChange({ allRules: on })}
        />
        {!allRules && (
          <fieldset className="choices">
            <legend className="field-head">{t('Rules')}</legend>
            {ALARM_RULE_IDS.filter((id) => offered.includes(id)).map((id) => (
              <label key={id} className="choice">
                <input
                  type="checkbox"
                  checked={rules[id] === true}
                  onChange={({ target }) => onChange({ rules: { ...rules, [id]: target.checked } })}
                />
                {t(ALARM_RULES[id].label)}
              </label>
            ))}
          </fieldset>
        )}
        <SwitchField
          label={t('Quiet hours')}
          help={t('What happens meanwhile is told when they end, if it is not over.')}
          checked={quiet}
          onChange={(on) => onChange({ quiet: on })}
        />
        {quiet && (
          <>
            <div className="pair">
              <TextField
                label={t('Begin')}
                type="time"
                error={faultOf('quietFrom')}
                value={quietFrom}
                onChange={(text) => onChange({ quietFrom: text })}
              />
              <TextField
                label={t('End')}
                type="time"
                error={faultOf('quietTo')}
                value={quietTo}
                onChange={(text) => onChange({ quietTo: text })}
              />
            </div>
            <TextField
              label={t('Time zone')}
              error={faultOf('quietZone')}
              value={quietZone}
              suggestions={Intl.supportedValuesOf('timeZone')}
              onChange={(text) => onChange({ quietZone: text })}
            />
            <SwitchField
              label={t('Critical alarms all the same')}
              help={t('Critical: {{rules}}.', { rules: critical.map((id) => t(ALARM_RULES[id].label)).join(', ') })}
              checked={exceptCritical}
              onChange={(on) => onChange({ exceptCritical: on })}
            />
          </>
        )}
      </div>
    </UnfoldingDisclosure>
  );
}
