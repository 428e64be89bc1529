import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';

export interface FieldProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Set by the core's environment: read-only and marked. */
  env?: boolean | undefined;
}

export interface FieldIds {
  id: string;
  disabled: boolean;
  'aria-required'?: true;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** Ids and ARIA attributes that tie a control to its help and error. */
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
