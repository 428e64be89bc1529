import { useTranslation } from 'react-i18next';
import type { FieldProps } from './FieldShell.tsx';
import { TextField } from './TextField.tsx';

type ColorFieldProps = FieldProps & {
  /** As it was typed. */
  value: string;
  /** `#rrggbb` of it, null when it is no color. */
  color: string | null;
  onChange: (value: string) => void;
  /** Said where none is chosen. */
  placeholder?: string;
};

/** A color as digits, which can be copied and read aloud, and the browser's own palette beside them. */
export function ColorField({ color, ...props }: ColorFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      mono
      end={
        <input
          type="color"
          className="color-palette"
          data-none={color === null || undefined}
          aria-label={t('{{name}}: palette', { name: props.label })}
          disabled={props.disabled}
          value={color ?? '#000000'}
          onChange={({ target }) => props.onChange(target.value)}
        />
      }
    />
  );
}
