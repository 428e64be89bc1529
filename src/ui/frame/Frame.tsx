import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TruncatedName } from '../controls/TruncatedName.tsx';
import { StateIcon, type StateProps } from '../feedback/StateChip.tsx';
import { WordMark } from '../layout/WordMark.tsx';
import { Icon } from '../look/icons.tsx';

interface FrameProps {
  banner?: ReactNode;
  header: ReactNode;
  footer: ReactNode;
  drawer?: ReactNode;
  children: ReactNode;
}

export function Frame({ banner, header, footer, drawer, children }: FrameProps) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  return (
    <div className="frame">
      {/* Not a link, as the hash is the route. */}
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

interface HeaderProps {
  /** Opens the channel list; absent without channels. `keys`: keyboard shortcut. */
  channel?: (StateProps & { name: string; onOpen: () => void; keys?: string | undefined }) | undefined;
  /** Icon buttons and the menu; on phones, `wideOnly` moves into the menu. */
  children: ReactNode;
  wideOnly?: ReactNode;
}

export function Header({ channel, wideOnly, children }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <header className="header">
      <a href="#/" aria-label="Sluice">
        <WordMark />
      </a>
      {channel && (
        <button
          type="button"
          className="button button-plain channel-button"
          aria-haspopup="dialog"
          aria-keyshortcuts={channel.keys}
          onClick={channel.onOpen}
        >
          <StateIcon {...channel} />
          <TruncatedName className="channel-name" of={channel.name} />
          <Icon name="chevron" size={16} />
        </button>
      )}
      <nav aria-label={t('Main')}>
        <div className="wide-only tools">{wideOnly}</div>
        {children}
      </nav>
    </header>
  );
}

interface FooterProps {
  parts: readonly string[];
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
