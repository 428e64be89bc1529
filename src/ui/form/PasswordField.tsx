import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/Button.tsx';
import { type FieldProps, FieldShell, useFieldIds } from './FieldShell.tsx';

type PasswordFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  /** `new-password` for new passwords, `off` for keys of services. */
  autoComplete?: 'current-password' | 'new-password' | 'off';
  placeholder?: string | undefined;
  end?: ReactNode;
};

export function PasswordField(props: PasswordFieldProps) {
  const { label, value, onChange, autoComplete = 'off', placeholder, end } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const ties = useFieldIds(props);
  return (
    <FieldShell field={props} id={ties.id}>
      <div className="input">
        <input
          {...ties}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          autoComplete={autoComplete}
          placeholder={placeholder}
          autoCapitalize="none"
          spellCheck={false}
        />
        <IconButton
          icon={shown ? 'hide' : 'show'}
          label={shown ? t('Hide {{what}}', { what: label }) : t('Show {{what}}', { what: label })}
          onClick={() => setShown(!shown)}
        />
        {end}
      </div>
    </FieldShell>
  );
}
