import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../controls/Button.tsx';
import { announce } from '../feedback/Announcer.tsx';
import { Icon } from '../look/icons.tsx';

interface ConnectionBannerProps {
  /** The core responds, but the login cannot be renewed. */
  renewal?: boolean;
  /** Seconds until the next try; null during a try. */
  retryIn: number | null;
  onRetry: () => void;
}

export function ConnectionBanner({ renewal = false, retryIn, onRetry }: ConnectionBannerProps) {
  const { t } = useTranslation();
  // It covers the top of the page, which cannot be scrolled out from under it.
  const [closed, setClosed] = useState('');
  const lost = renewal ? t('The login cannot be renewed right now.') : t('Connection to the core lost.');
  // Announced once, not each second, and also within dialogs.
  useEffect(() => announce(lost), [lost]);
  if (closed === lost) return null;
  return (
    <div className="banner-place">
      <section className="banner" aria-label={t('Connection')}>
        <Icon name="alert" />
        <p>
          <strong>{lost}</strong>{' '}
          <span className="dim tabular">
            {retryIn === null ? t('Reconnecting …') : t('Reconnecting in {{n}} s', { n: retryIn })}
          </span>
        </p>
        {/* Not busy: a spinner would move it under the pointer. */}
        <Button aria-disabled={retryIn === null} onClick={() => retryIn !== null && onRetry()}>
          {t('Reconnect now')}
        </Button>
        <IconButton icon="close" label={t('Close')} onClick={() => setClosed(lost)} />
      </section>
    </div>
  );
}
