import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TruncatedName } from '../controls/TruncatedName.tsx';
import { StateIcon, type StateProps } from '../feedback/StateChip.tsx';
import { WordMark } from '../layout/WordMark.tsx';
import { Icon } from '../look/icons.tsx';

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

interface HeaderProps {
  /** Opens the channel list; absent while there is no channel. `keys`: the shortcut that does the same. */
  channel?: (StateProps & { name: string; onOpen: () => void; keys?: string | undefined }) | undefined;
  /** Icon buttons and the menu. On phones what is in `wideOnly` goes into the menu. */
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
