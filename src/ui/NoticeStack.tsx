import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from './Announcer.tsx';
import { IconButton } from './Button.tsx';
import { Icon } from './icons.tsx';

interface Notice {
  /** Grows from one notice to the next. */
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

/** Top right, 6 s each, longer while someone points at it or has the focus in it. */
export function NoticeStack({ notices, onClose }: { notices: readonly Notice[]; onClose: (id: number) => void }) {
  const { t } = useTranslation();
  const heard = useRef(0);
  useEffect(() => {
    // Not by a live region of its own: an open dialog hides that from ears, but not what is announced.
    const fresh = notices.filter(({ id }) => id > heard.current);
    heard.current = Math.max(heard.current, ...fresh.map(({ id }) => id));
    if (fresh.length > 0) announce(fresh.map(({ text }) => text).join(' '));
  }, [notices]);
  return (
    <section className="notices" aria-label={t('Notifications')}>
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
    <div className={`notice tone-${look.tone}`} {...hold}>
      <Icon name={look.icon} />
      <p>{text}</p>
      <IconButton icon="close" label={t('Close')} onClick={() => onClose(id)} />
    </div>
  );
}
