import type { KeyboardEvent, Ref } from 'react';
import { Icon } from '../look/icons.tsx';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Characters. Fuzzy search for a long pasted text would take seconds. */
const LONGEST = 200;

/** The search shortcut finds it by its type. */
export function SearchField({ label, placeholder, value, onChange, ...rest }: SearchFieldProps) {
  return (
    <div className="input">
      <Icon name="search" size={18} />
      <input
        {...rest}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={LONGEST}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
