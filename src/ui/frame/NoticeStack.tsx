import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../controls/Button.tsx';
import { announce } from '../feedback/Announcer.tsx';
import { Icon } from '../look/icons.tsx';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Corner {
  right: number;
  top: number;
}

/** px between the stack and controls. */
const GAP = 8;

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The free position nearest to the upper right corner of `within` that covers no control; null if there is none. */
export function unobstructedCorner(
  { width, height }: { width: number; height: number },
  pressable: readonly Box[],
  area: Box,
): Corner | null {
  const near = pressable.filter((box) => meet(area, box));
  const rights = [area.right, ...near.map(({ left }) => left - GAP)];
  const tops = [area.top, ...near.map(({ bottom }) => bottom + GAP)];
  const isFree = ({ right, top }: Corner) => {
    const box = { left: right - width, right, top, bottom: top + height };
    const isInside = box.left >= area.left && right <= area.right && top >= area.top && box.bottom <= area.bottom;
    return isInside && !near.some((other) => meet(box, other));
  };
  const distance = ({ right, top }: Corner) => area.right - right + top - area.top;
  return (
    rights
      .flatMap((right) => tops.map((top) => ({ right, top })))
      .sort((a, b) => distance(a) - distance(b))
      .find(isFree) ?? null
  );
}

interface Notice {
  id: number;
  tone: 'success' | 'info' | 'warning' | 'error';
  text: string;
  action?: { label: string; onPress: () => void } | undefined;
}

/** Longer if it can be undone, because deciding takes time. */
const ACTION_MS = 12_000;
/** Errors stay longer, as they appear nowhere else. */
const SHOWN_MS = { success: 6000, info: 6000, warning: 12_000, error: 12_000 } as const;

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

export function NoticeStack({ notices, onClose }: NoticeStackProps) {
  const { t } = useTranslation();
  const stack = useRef<HTMLElement>(null);
  const lastId = useRef(0);
  useEffect(() => {
    // Not a live region, which an open dialog would hide from screen readers.
    const fresh = notices.filter(({ id }) => id > lastId.current);
    lastId.current = Math.max(lastId.current, ...fresh.map(({ id }) => id));
    if (fresh.length > 0) announce(fresh.map(({ text }) => text).join(' '));
  }, [notices]);
  usePlace(stack, notices.length);
  const cameFrom = useRef<Element | null>(null);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (!stack.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };
  // By keyboard, the focus moves to the next notice; by pointer, that would hold the next notice.
  const close = (id: number, { currentTarget, detail }: MouseEvent<HTMLElement>) => {
    const others = [...(stack.current?.querySelectorAll('button') ?? [])].filter((button) => button !== currentTarget);
    const next = others[0] ?? cameFrom.current;
    if (detail === 0 && next instanceof HTMLElement) next.focus();
    onClose(id);
  };
  return (
    <section className="notices" aria-label={t('Notifications')} ref={stack} onFocus={onFocus}>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} {...notice} onGone={onClose} onClose={close} />
      ))}
    </section>
  );
}

const KEPT_CLEAR =
  'a[href], button, input, select, textarea, summary, label, .figure, .verdict-sentence, .row-title, .row-detail';
const EDGE = 12;
/** The page below may change meanwhile, for example after a save. */
const LOOK_MS = 250;

/** Prefers free room in the upper half of the window, narrower if needed; otherwise the corner. */
function usePlace(stack: RefObject<HTMLElement | null>, count: number) {
  useLayoutEffect(() => {
    if (count === 0) return;
    const place = () => {
      const own = stack.current;
      if (!own) return;
      const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
      const area = {
        ...{ left: EDGE, right: document.documentElement.clientWidth - EDGE },
        ...{ top: Math.max(0, header) + GAP, bottom: innerHeight / 2 },
      };
      const controls = [...document.querySelectorAll(KEPT_CLEAR)].filter((control) => !own.contains(control));
      const boxes = controls.map((control) => control.getBoundingClientRect());
      const isCovering = boxes.some((box) => meet(own.getBoundingClientRect(), box));
      // Avoids moving a notice that is being read.
      if (own.style.translate !== '' && !isCovering && own.getBoundingClientRect().top >= area.top) return;
      const find = (narrow: boolean) => {
        own.classList.toggle('notices-narrow', narrow);
        return unobstructedCorner(own.getBoundingClientRect(), boxes, area);
      };
      const corner = find(false) ?? find(true);
      if (corner === null) own.classList.remove('notices-narrow');
      const { right, top } = corner ?? area;
      own.style.translate = `${right - document.documentElement.clientWidth}px ${top}px`;
    };
    place();
    const timer = setInterval(place, LOOK_MS);
    return () => clearInterval(timer);
  }, [stack, count]);
}

interface NoticeCardProps extends Notice {
  onGone: (id: number) => void;
  onClose: (id: number, click: MouseEvent<HTMLElement>) => void;
}

function NoticeCard({ id, tone, text, action, onGone, onClose }: NoticeCardProps) {
  const { t } = useTranslation();
  const [isPaused, setPaused] = useState(false);
  const shownMs = action ? ACTION_MS : SHOWN_MS[tone];
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onGone(id), shownMs);
    return () => clearTimeout(timer);
  }, [isPaused, id, shownMs, onGone]);
  const hold = {
    // A resting pointer where a notice appears must not hold it.
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) setPaused(true);
    },
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  };
  const style = looks[tone];
  return (
    <div className={`notice tone-${style.tone}`} {...hold}>
      <Icon name={style.icon} />
      <p>{text}</p>
      {action && (
        <Button
          kind="quiet"
          onClick={(click) => {
            action.onPress();
            onClose(id, click);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={t('Close')} onClick={(click) => onClose(id, click)} />
    </div>
  );
}
