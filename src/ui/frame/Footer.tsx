import type { ReactNode } from 'react';

interface FooterProps {
  /** Product, version, core, architecture: what is known of it. */
  parts: readonly string[];
  /** On the right. */
  children: ReactNode;
}

export function Footer({ parts, children }: FooterProps) {
  return (
    <footer className="footer">
      <span>{parts.join(' · ')}</span>
      {children}
    </footer>
  );
}
