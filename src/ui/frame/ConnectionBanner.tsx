import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/Button.tsx';
import { announce } from '../feedback/Announcer.tsx';
import { Icon } from '../look/icons.tsx';

interface ConnectionBannerProps {
  /** The core answers, but the login cannot be renewed. */
  renewal?: boolean;
  /** Seconds until the next try; null while it tries. */
  retryIn: number | null;
  onRetry: () => void;
}

/** Over the kept page while the core does not answer. */
export function ConnectionBanner({ renewal = false, retryIn, onRetry }: ConnectionBannerProps) {
  const { t } = useTranslation();
  const lost = renewal ? t('The login cannot be renewed right now.') : t('Connection to the core lost.');
  // Once, not with each second of the countdown; also for those who work in a dialog.
  useEffect(() => announce(lost), [lost]);
  return (
    <section className="banner" aria-label={t('Connection')}>
      <Icon name="alert" />
      <p>
        <strong>{lost}</strong>{' '}
        <span className="dim tabular">
          {retryIn === null ? t('Reconnecting …') : t('Reconnecting in {{n}} s', { n: retryIn })}
        </span>
      </p>
      <Button busy={retryIn === null} onClick={onRetry}>
        {t('Reconnect now')}
      </Button>
    </section>
  );
}
