import type { ReactNode } from 'react';
import { type DrawingName, Icon } from '../look/icons.tsx';

interface EmptyStateProps {
  icon: DrawingName;
  title: string;
  text: string;
  children?: ReactNode;
}

export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
