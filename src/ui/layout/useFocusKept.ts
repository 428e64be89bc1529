import { useEffect, useRef } from 'react';

/** ms until a dialog that asked has given the focus back. */
const DIALOG_MS = 400;

/**
 * Moves the focus when the row or button that had it goes: the keyboard goes on beside it, not at the beginning of the
 * page. `count` of the rows or buttons that come and go; the answer is for what stays and can have the focus, if only by
 * `tabIndex={-1}`.
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
