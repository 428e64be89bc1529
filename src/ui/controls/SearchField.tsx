import type { KeyboardEvent, Ref } from 'react';
import { Icon } from '../look/icons.tsx';

interface SearchFieldProps {
  /** What is searched, e.g. "Search channels": names the field. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Characters. Likeness to a pasted text takes seconds to compute. */
const LONGEST = 200;

/** The shortcut for searching finds it by its type. */
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
