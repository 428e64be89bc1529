import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';

export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="description-list">{children}</dl>;
}

export function Description({
  label,
  warning = false,
  children,
}: {
  label: string;
  warning?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className={warning ? 'description tone-warning' : 'description'}>
      <dt>{label}</dt>
      <dd>
        {warning && <Icon name="alert" size={14} label={t('High')} />}
        {children}
      </dd>
    </div>
  );
}
