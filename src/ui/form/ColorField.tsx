import { useTranslation } from 'react-i18next';
import type { FieldProps } from './FieldShell.tsx';
import { TextField } from './TextField.tsx';

type ColorFieldProps = FieldProps & {
  value: string;
  /** `#rrggbb`, or null if malformed. */
  color: string | null;
  onChange: (value: string) => void;
  placeholder?: string;
};

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
