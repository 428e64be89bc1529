import { useEffect, useRef } from 'react';

/** ms until a closing dialog has returned the focus. */
const DIALOG_MS = 400;

/**
 * Moves the focus to the returned ref when one of `count` rows or buttons disappears. The element must be focusable,
 * at least by `tabIndex={-1}`.
 */
export function useFocusKept<Kept extends HTMLElement = HTMLDivElement>(count: number) {
  const rest = useRef<Kept>(null);
  const before = useRef(count);
  useEffect(() => {
    const fewer = count < before.current;
    before.current = count;
    if (!fewer) return;
    const keep = () => {
      if (document.activeElement === document.body) rest.current?.focus({ preventScroll: true });
    };
    keep();
    const timer = setTimeout(keep, DIALOG_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return rest;
}
