import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icons.tsx';
import { type ChannelState, StateIcon } from '../state.tsx';
import { WordMark } from '../WordMark.tsx';

interface HeaderProps {
  /** Opens the channel list; absent while there is no channel. `keys`: the shortcut that does the same. */
  channel?: { name: string; state: ChannelState; onOpen: () => void; keys?: string | undefined } | undefined;
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
          <StateIcon state={channel.state} />
          <span className="channel-name">{channel.name}</span>
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
