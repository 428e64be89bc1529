import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface FrameProps {
  /** Above the header, while something is wrong with the connection. */
  banner?: ReactNode;
  header: ReactNode;
  footer: ReactNode;
  /** At the bottom of the window as long as it is open. */
  drawer?: ReactNode;
  children: ReactNode;
}

/** Landmarks around every screen of the application. */
export function Frame({ banner, header, footer, drawer, children }: FrameProps) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  return (
    <div className="frame">
      {/* A button, not a link: the address after the hash is the route. */}
      <button type="button" className="skip visually-hidden" onClick={() => main.current?.focus()}>
        {t('Skip to content')}
      </button>
      {header}
      {banner}
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      {footer}
      {drawer}
    </div>
  );
}
