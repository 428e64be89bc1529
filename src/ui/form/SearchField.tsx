import { useTranslation } from 'react-i18next';
import { Icon } from '../icons.tsx';

interface SearchFieldProps {
  /** Names it, as there is no text beside it. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  return (
    <div className="input">
      <Icon name="search" size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={t('Search')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
