import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton, IconLink } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Shown instead of the value until uncovered; Copy always uses the value. */
  masked?: string | undefined;
  open?: boolean;
  whole?: boolean;
}

/** Characters at the end that stay visible, such as a file name or the end of an id; must fit the style sheet. */
const TAIL = 14;

function Cut({ text }: { text: string }) {
  return (
    <code className="cut" title={text}>
      <span>{text.slice(0, -TAIL)}</span>
      {text.slice(-TAIL)}
    </code>
  );
}

export function CopyField({ label, value, masked, open = false, whole = false }: CopyFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(masked === undefined);
  const text = shown ? value : (masked ?? '');
  return (
    <div className="copy-field">
      <span className="dim small">{label}</span>
      {/* An uncovered value is read character by character, so it wraps. */}
      {whole || (shown && masked !== undefined) ? <code>{text}</code> : <Cut text={text} />}
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
