import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Rows of a list that a pointer moves by a handle. `onMove` is told each place that a row comes to.
 *
 * @param list whose children are the rows
 * @param count so many rows from the top can be moved
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
): (event: PointerEvent, from: number) => void {
  const latest = useRef({ count, onMove });
  const drag = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = { count, onMove };
  });
  useEffect(() => () => drag.current?.abort(), []);

  return (event, from) => {
    event.preventDefault();
    drag.current?.abort();
    const ended = new AbortController();
    const { signal } = ended;
    drag.current = ended;
    let at = from;
    // Of the window: the row under the pointer is taken out of the page for a moment when it moves.
    const follow = ({ clientY }: { clientY: number }) => {
      const rows = [...(list.current?.children ?? [])];
      const below = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
      const to = Math.min(below < 0 ? rows.length : below, latest.current.count - 1);
      if (to === at) return;
      latest.current.onMove(at, to);
      at = to;
    };
    addEventListener('pointermove', follow, { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => ended.abort(), { signal });
  };
}
