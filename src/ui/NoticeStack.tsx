import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import { Icon } from './icons.tsx';

interface Notice {
  id: number;
  tone: 'success' | 'info' | 'warning' | 'error';
  /** Translated. */
  text: string;
}

const SHOWN_MS = 6000;

const looks = {
  success: { icon: 'check', tone: 'accent' },
  info: { icon: 'info', tone: 'neutral' },
  warning: { icon: 'alert', tone: 'warning' },
  error: { icon: 'cross', tone: 'error' },
} as const;

/** Top right, 6 s each, longer while someone points at it or has the focus in it. Mounted always: it is a live region. */
export function NoticeStack({ notices, onClose }: { notices: readonly Notice[]; onClose: (id: number) => void }) {
  const { t } = useTranslation();
  return (
    <section className="notices" aria-label={t('Notices')} aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} {...notice} onClose={onClose} />
      ))}
    </section>
  );
}

function NoticeCard({ id, tone, text, onClose }: Notice & { onClose: (id: number) => void }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onClose(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, id, onClose]);
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  const look = looks[tone];
  return (
    <div className={`notice tone-${look.tone}`} {...(tone === 'error' ? { role: 'alert' } : {})} {...hold}>
      <Icon name={look.icon} />
      <p>{text}</p>
      <IconButton icon="close" label={t('Close')} onClick={() => onClose(id)} />
    </div>
  );
}
