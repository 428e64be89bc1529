import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';

export interface FieldProps {
  label: string;
  /** One line below the field. */
  help?: string | undefined;
  /** What is wrong and what to do; marks the field. */
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Fixed by the core's environment: shown, marked, not to be changed. */
  env?: boolean | undefined;
}

/** What ties a control to its label, help and error. */
export interface FieldIds {
  id: string;
  disabled: boolean;
  'aria-required'?: true;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** The ids of a field's help and error, and the attributes that point to them. */
export function useFieldIds({ help, error, required, disabled, env }: FieldProps): FieldIds {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return {
    id,
    disabled: Boolean(disabled || env),
    ...(required ? { 'aria-required': true } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  };
}

export function Label({ field, children }: { field: FieldProps; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      {field.label}
      {field.required && ` ${t('(required)')}`}
      {children}
    </>
  );
}

export function Notes({ field, id }: { field: FieldProps; id: string }) {
  return (
    <>
      {field.error && (
        <span id={`${id}-error`} className="field-error">
          <Icon name="alert" size={16} />
          {field.error}
        </span>
      )}
      {field.help && (
        <span id={`${id}-help`} className="field-note">
          {field.help}
        </span>
      )}
    </>
  );
}

/** Label above, control, error and help below. */
export function FieldShell({ field, id, children }: { field: FieldProps; id: string; children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>
          <Label field={field} />
        </label>
        {field.env && <EnvBadge />}
      </div>
      {children}
      <Notes field={field} id={id} />
    </div>
  );
}

export function EnvBadge() {
  const { t } = useTranslation();
  const words = t('Set by an environment variable when the server was started.');
  return (
    <>
      <span className="badge" title={words}>
        ENV
      </span>
      <span className="field-note">{words}</span>
    </>
  );
}
