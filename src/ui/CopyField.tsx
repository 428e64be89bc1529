import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton, IconLink } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Shown in place of the value until the operator asks for it; Copy always takes the value. */
  masked?: string | undefined;
  /** Offers to open the value as an address. */
  open?: boolean;
}

export function CopyField({ label, value, masked, open = false }: CopyFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(masked === undefined);
  return (
    <div className="copy-field">
      <span className="dim small">{label}</span>
      <code>{shown ? value : masked}</code>
      <div className="copy-tools">
        {masked !== undefined && (
          <IconButton
            icon={shown ? 'hide' : 'show'}
            label={shown ? t('Hide {{what}}', { what: label }) : t('Show {{what}}', { what: label })}
            onClick={() => setShown(!shown)}
          />
        )}
        {open && <IconLink icon="open" label={t('Open {{what}}', { what: label })} href={value} />}
        <CopyButton what={label} text={value} />
      </div>
    </div>
  );
}
