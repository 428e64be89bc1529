import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/Button.tsx';
import { announce } from '../feedback/Announcer.tsx';
import { Icon } from '../look/icons.tsx';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Between what floats and what it must not cover, px. */
const GAP = 8;

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Where the lower edge of what floats has to be so that it covers nothing that can be pressed, as far down as there is
 * such a place; null where there is none.
 */
export function unobstructedPosition(
  floating: Box,
  pressable: readonly Box[],
  limit: { top: number; bottom: number },
): number | null {
  // Of a rectangle of the browser a spread copies nothing.
  const { left, right } = floating;
  const height = floating.bottom - floating.top;
  const at = (bottom: number): Box => ({ left, right, top: bottom - height, bottom });
  const beside = pressable.filter((box) => meet({ left, right, ...limit }, box));
  const places = [limit.bottom, ...beside.map(({ top }) => top - GAP)]
    .filter((bottom) => bottom <= limit.bottom && bottom - height >= limit.top)
    .sort((a, b) => b - a);
  return places.find((bottom) => !beside.some((box) => meet(at(bottom), box))) ?? null;
}

interface Notice {
  /** Grows from one notice to the next. */
  id: number;
  tone: 'success' | 'info' | 'warning' | 'error' | 'heard';
  /** Translated. */
  text: string;
}

/** What went wrong is read longer, and stands nowhere else. */
const SHOWN_MS = { success: 4000, info: 4000, warning: 8000, error: 8000 } as const;

const looks = {
  success: { icon: 'check', tone: 'accent' },
  info: { icon: 'info', tone: 'neutral' },
  warning: { icon: 'alert', tone: 'warning' },
  error: { icon: 'cross', tone: 'error' },
} as const;

interface NoticeStackProps {
  notices: readonly Notice[];
  onClose: (id: number) => void;
}

type ShownNotice = Notice & { tone: Exclude<Notice['tone'], 'heard'> };
const isShown = (notice: Notice): notice is ShownNotice => notice.tone !== 'heard';

/** Bottom left, over no figure and nothing that can be pressed, for some seconds or until something else is done. */
export function NoticeStack({ notices: all, onClose }: NoticeStackProps) {
  const { t } = useTranslation();
  const stack = useRef<HTMLElement>(null);
  const heard = useRef(0);
  useEffect(() => {
    // Not by a live region of its own: an open dialog hides that from ears, but not what is announced.
    const fresh = all.filter(({ id }) => id > heard.current);
    heard.current = Math.max(heard.current, ...fresh.map(({ id }) => id));
    if (fresh.length > 0) announce(fresh.map(({ text }) => text).join(' '));
    // The page shows it already, where it happened.
    for (const { id, tone } of all) if (tone === 'heard') onClose(id);
  }, [all, onClose]);
  const notices = useMemo(() => all.filter(isShown), [all]);
  usePlace(stack, notices.length);
  useNextAct(stack, notices, onClose);
  return (
    <section className="notices" aria-label={t('Notifications')} ref={stack}>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} {...notice} onClose={onClose} />
      ))}
    </section>
  );
}

/** What nothing may cover: what can be pressed, and the figures that one has come back to see. */
const KEPT_CLEAR = 'a[href], button, input, select, textarea, summary, label, .figure';
const EDGE = 12;
const HEADER = 60;
/** The page below may change: a save leads to another one. */
const LOOK_MS = 250;

/**
 * Keeps the stack off what can be pressed, as long as something stands in it: beside a column of switches and menus it is
 * narrow, and where even so there is no place it stands over the header, away from what a show is run with.
 */
function usePlace(stack: RefObject<HTMLElement | null>, count: number) {
  useLayoutEffect(() => {
    if (count === 0) return;
    const place = () => {
      const own = stack.current;
      if (!own) return;
      const kept = [...document.querySelectorAll(KEPT_CLEAR)].filter((control) => !own.contains(control));
      const boxes = kept.map((control) => control.getBoundingClientRect());
      const find = (narrow: boolean) => {
        own.classList.toggle('notices-narrow', narrow);
        return unobstructedPosition(own.getBoundingClientRect(), boxes, { top: HEADER, bottom: innerHeight - EDGE });
      };
      const over = () => {
        own.classList.remove('notices-narrow');
        return own.offsetHeight + EDGE / 2;
      };
      const bottom = find(false) ?? find(true) ?? over();
      own.style.bottom = `${innerHeight - bottom}px`;
    };
    place();
    const timer = setInterval(place, LOOK_MS);
    return () => clearInterval(timer);
  }, [stack, count]);
}

/** What is done next takes away what was said; what went wrong only goes when something is pressed. */
function useNextAct(
  stack: RefObject<HTMLElement | null>,
  notices: readonly ShownNotice[],
  onClose: (id: number) => void,
) {
  useEffect(() => {
    if (notices.length === 0) return;
    const act = ({ target }: Event) => {
      if (!(target instanceof Element) || stack.current?.contains(target)) return;
      const pressed = target.closest('a, button, [role^=menuitem]') !== null;
      for (const { id, tone } of notices) if (pressed || SHOWN_MS[tone] === SHOWN_MS.success) onClose(id);
    };
    const acts = ['click', 'input'];
    for (const kind of acts) document.addEventListener(kind, act, true);
    return () => {
      for (const kind of acts) document.removeEventListener(kind, act, true);
    };
  }, [stack, notices, onClose]);
}

function NoticeCard({ id, tone, text, onClose }: ShownNotice & { onClose: (id: number) => void }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onClose(id), SHOWN_MS[tone]);
    return () => clearTimeout(timer);
  }, [held, id, tone, onClose]);
  const hold = {
    // A pointer that rests where the notice came up holds nothing.
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) setHeld(true);
    },
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
