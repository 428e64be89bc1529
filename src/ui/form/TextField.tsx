import type { ReactNode } from 'react';
import { type FieldProps, FieldShell, useFieldIds } from './FieldShell.tsx';

type TextFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  type?: 'text' | 'url' | 'email' | 'search' | 'datetime-local' | 'time';
  inputMode?: 'numeric' | 'decimal' | 'url';
  placeholder?: string | undefined;
  /** For password managers, such as 'username'. */
  autoComplete?: string;
  autoFocus?: boolean;
  mono?: boolean;
  suggestions?: readonly string[] | undefined;
  rows?: number;
  end?: ReactNode;
};

export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    onBlur,
    type = 'text',
    inputMode,
    placeholder,
    autoComplete = 'off',
    autoFocus,
    mono,
    rows,
    suggestions = [],
    end,
  } = props;
  const ties = useFieldIds(props);
  const common = {
    ...ties,
    value,
    placeholder,
    autoComplete,
    inputMode,
    className: mono ? 'mono' : undefined,
    spellCheck: false,
    onBlur,
    // Only for screens with a single purpose, such as the login.
    ref: autoFocus ? focusOnce : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <FieldShell field={props} id={ties.id}>
      <div className="input">
        {rows === undefined ? (
          <input {...common} type={type} {...(suggestions.length > 0 && { list: `${ties.id}-list` })} />
        ) : (
          <textarea {...common} rows={rows} spellCheck />
        )}
        {typeof end === 'string' ? <span className="input-affix">{end}</span> : end}
      </div>
      {suggestions.length > 0 && (
        <datalist id={`${ties.id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </FieldShell>
  );
}

const focusOnce = (control: HTMLInputElement | HTMLTextAreaElement | null) => control?.focus();
