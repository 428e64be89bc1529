import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';

const onVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

export const useVisible = () => useSyncExternalStore(onVisibility, () => !document.hidden);

const narrow = () => matchMedia('(max-width: 599px)');

const onWidth = (changed: () => void) => {
  const list = narrow();
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
};

/** Same breakpoint as in the styles. */
export const useNarrowViewport = () => useSyncExternalStore(onWidth, () => narrow().matches);

const NONE: readonly string[] = [];

/** The `data-id`s of visible children of a list. `ids`: of all children, so that new ones are observed. */
export function useInView(list: RefObject<HTMLElement | null>, ids: readonly string[]): readonly string[] {
  const [current, setCurrent] = useState(NONE);
  const all = ids.join(' ');
  useEffect(() => {
    if (!list.current || all === '') return;
    const visible = new Set<string>();
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        const id = target instanceof HTMLElement ? target.dataset.id : undefined;
        if (id !== undefined) visible[isIntersecting ? 'add' : 'delete'](id);
      }
      setCurrent([...visible]);
    });
    for (const child of list.current.children) observer.observe(child);
    return () => {
      observer.disconnect();
      setCurrent(NONE);
    };
  }, [list, all]);
  return current;
}

/** Sets `--top` to the element's distance from the top of the page, which depends on what is above it. */
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
