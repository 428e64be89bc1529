import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Fields, Settings } from '../../catalog/fields.ts';
import { settingsOf, valueAt, withValue } from '../../catalog/settings.ts';
import { Disclosure } from '../layout.tsx';
import { FieldRow } from './rows.tsx';

interface FieldFormProps {
  fields: Fields;
  /** As stored; completed with defaults here. */
  settings: Settings;
  /** Complete, with what follows from the others. */
  onChange: (settings: Settings) => void;
  /** Translated, by the key of the field. */
  errors?: Readonly<Record<string, string>>;
  disabled?: boolean;
  /** What goes with a field and stands below it, by its key. */
  below?: Readonly<Record<string, ReactNode>>;
}

const same = (field: Field, value: unknown) => JSON.stringify(value) === JSON.stringify(field.default);

/** A form drawn from its definition. What is advanced is folded; an error in it unfolds it. */
export function FieldForm({
  fields,
  settings: stored,
  onChange,
  errors = {},
  disabled = false,
  below = {},
}: FieldFormProps) {
  const { t } = useTranslation();
  const settings: Settings = settingsOf(fields, stored);
  const shown = Object.entries(fields).filter(
    ([, field]) => field.kind !== 'derived' && (field.when?.(settings) ?? true),
  );
  const advanced = shown.filter(([, field]) => field.advanced);
  const changed = advanced.filter(([key, field]) => !same(field, valueAt(settings, key))).length;
  const rows = (entries: typeof shown) =>
    entries.map(([key, field]) => (
      <Fragment key={key}>
        <FieldRow
          field={field}
          value={valueAt(settings, key)}
          onChange={(value) => onChange(settingsOf(fields, withValue(settings, key, value)))}
          error={errors[key]}
          disabled={disabled}
        />
        {below[key]}
      </Fragment>
    ));
  return (
    <div className="stack stack-form">
      {rows(shown.filter(([, field]) => !field.advanced))}
      {advanced.length > 0 && (
        <Disclosure
          summary={t('Advanced')}
          note={changed === 0 ? undefined : t('{{n}} changed', { n: changed })}
          open={advanced.some(([key]) => errors[key] !== undefined)}
        >
          <div className="stack stack-form">{rows(advanced)}</div>
        </Disclosure>
      )}
    </div>
  );
}
