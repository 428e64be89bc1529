import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';

const onVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/** Whether anybody can see this tab. */
export const useVisible = () => useSyncExternalStore(onVisibility, () => !document.hidden);

const narrow = () => matchMedia('(max-width: 599px)');

const onWidth = (changed: () => void) => {
  const list = narrow();
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
};

/** Whether this is as narrow as a phone, where the styles change too. */
export const useNarrowViewport = () => useSyncExternalStore(onWidth, () => narrow().matches);

const NONE: readonly string[] = [];

/**
 * The `data-id`s of the children of a list that can be seen now; what is scrolled away is not among them.
 * `ids`: those of all children, so that new ones are watched too.
 */
export function useInView(list: RefObject<HTMLElement | null>, ids: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState(NONE);
  const all = ids.join(' ');
  useEffect(() => {
    if (!list.current || all === '') return;
    const visible = new Set<string>();
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        const id = target instanceof HTMLElement ? target.dataset.id : undefined;
        if (id !== undefined) visible[isIntersecting ? 'add' : 'delete'](id);
      }
      setSeen([...visible]);
    });
    for (const child of list.current.children) observer.observe(child);
    return () => {
      observer.disconnect();
      setSeen(NONE);
    };
  }, [list, all]);
  return seen;
}

/** How far below the beginning of the page something stands, as `--top` for its styles: what is above it comes and goes. */
export function useTop(place: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = place;
      current?.style.setProperty('--top', `${Math.round(current.getBoundingClientRect().top + scrollY)}px`);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [place]);
}
