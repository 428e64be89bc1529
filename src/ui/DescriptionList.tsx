import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';

/** Names and values below each other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

/** `warning` says that it is too much. */
export function Fact({ label, warning = false, children }: { label: string; warning?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={warning ? 'fact tone-warning' : 'fact'}>
      <dt>{label}</dt>
      <dd>
        {warning && <Icon name="alert" size={14} label={t('High')} />}
        {children}
      </dd>
    </div>
  );
}
