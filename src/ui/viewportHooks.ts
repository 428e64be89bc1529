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

/** Fills the first screen before the browser reports, so that nothing moves then. */
const FIRST = 24;

/**
 * The `data-id`s of the children of a list that are in view, or within `margin` pixels of it. `ids`: of all children, so
 * that new ones are observed.
 */
export function useInView(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  margin: number,
): readonly string[] {
  const [current, setCurrent] = useState(() => ids.slice(0, FIRST));
  const all = ids.join(' ');
  useEffect(() => {
    if (!list.current || all === '' || typeof IntersectionObserver === 'undefined') return;
    const visible = new Set<string>();
    const around = `${margin}px 0px`;
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          visible[isIntersecting ? 'add' : 'delete'](target.getAttribute('data-id') ?? '');
        }
        setCurrent([...visible]);
      },
      // The list may scroll with the page or in a dialog.
      { rootMargin: around, scrollMargin: around },
    );
    for (const child of list.current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [list, all, margin]);
  return current.filter((id) => ids.includes(id));
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
