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
  /** All of it, on as many lines as it takes. */
  whole?: boolean;
}

/** Characters at the end that stay in view: the name of a file, the end of an id. As many as the style sheet leaves. */
const TAIL = 14;

/** How it begins and ends, on one line. */
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
      {/* What was asked for is read letter by letter. */}
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
