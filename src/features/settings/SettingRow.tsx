import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind, Reason, TabField, Typed } from '../../catalog/tabs/define.ts';
import { tabs } from '../../catalog/tabs/index.ts';
import { LinkButton } from '../../ui/Button.tsx';
import type { FieldProps } from '../../ui/form/FieldShell.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SwitchField } from '../../ui/form/Switch.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

type Control = ComponentType<FieldProps & { typed: Typed; unit: string | undefined; onType: (typed: Typed) => void }>;

const LINES = 5;

const Digits: Control = ({ typed, unit, onType, ...shell }) => (
  <TextField {...shell} value={String(typed)} onChange={onType} inputMode="numeric" end={unit} />
);

const controls: Readonly<Record<Kind, Control>> = {
  flag: ({ typed, onType, unit: _, ...shell }) => <SwitchField {...shell} checked={typed === true} onChange={onType} />,
  text: ({ typed, onType, unit, ...shell }) => (
    <TextField {...shell} value={String(typed)} onChange={onType} end={unit} />
  ),
  secret: ({ typed, onType, unit: _, ...shell }) => (
    <PasswordField {...shell} value={String(typed)} onChange={onType} copy />
  ),
  whole: Digits,
  port: Digits,
  commas: ({ typed, onType, unit: _, ...shell }) => <TextField {...shell} value={String(typed)} onChange={onType} />,
  lines: ({ typed, onType, unit: _, ...shell }) => (
    <TextField {...shell} value={String(typed)} onChange={onType} rows={LINES} />
  ),
};

interface SettingRowProps {
  field: TabField;
  typed: Typed;
  onType: (typed: Typed) => void;
  error: string | undefined;
  /** The environment of the core has fixed it. */
  env: boolean;
  locked: Reason | null;
}

/** One setting; why it cannot be changed stands below it, with the way to where that can be changed. */
export function SettingRow({ field, typed, onType, error, env, locked }: SettingRowProps) {
  const { t } = useTranslation();
  const Field = controls[field.kind];
  const reason = env ? null : locked;
  const elsewhere = tabs.find(({ id }) => id === reason?.tab);
  const help = [field.help, reason?.text].flatMap((text) => (text === undefined ? [] : [t(text)])).join(' ');
  return (
    <div>
      <Field
        label={t(field.label)}
        help={help === '' ? undefined : help}
        unit={field.unit && t(field.unit)}
        error={error}
        env={env}
        disabled={reason !== null}
        typed={typed}
        onType={onType}
      />
      {elsewhere && (
        <LinkButton kind="quiet" icon="settings" href={`#/settings/${elsewhere.id}`}>
          {t('Go to {{tab}}', { tab: t(elsewhere.title) })}
        </LinkButton>
      )}
    </div>
  );
}
