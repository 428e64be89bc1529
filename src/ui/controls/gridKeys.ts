/** Index to which an arrow key moves in a grid; null when it leaves the grid, and for other keys. */
export function gridStep(key: string, from: number, count: number, columns: number): number | null {
  const to = target(key, from, count, columns);
  return to !== null && to >= 0 && to < count ? to : null;
}

function target(key: string, from: number, count: number, columns: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return from - 1;
    case 'ArrowRight':
      return from + 1;
    case 'ArrowUp':
      return from - columns;
    case 'ArrowDown':
      // The last row may be incomplete.
      return Math.floor(from / columns) < Math.floor((count - 1) / columns)
        ? Math.min(from + columns, count - 1)
        : null;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

// `offsetTop` would be relative to each item's own box.
const topOf = (element: HTMLElement | undefined) => element?.getBoundingClientRect().top;

export const columnsOf = (elements: readonly HTMLElement[]): number =>
  Math.max(1, elements.filter((element) => topOf(element) === topOf(elements[0])).length);

interface GridItem {
  getBoundingClientRect: () => { top: number; left: number };
}

/** Like `gridStep` for rows of any length; -1 above the first row. */
export function stepAmong(key: string, from: number, items: readonly GridItem[]): number | null {
  const at = (n: number) => items[n]?.getBoundingClientRect() ?? { top: 0, left: 0 };
  const aside = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: items.length - 1 }[key];
  if (aside !== undefined) return aside < items.length ? Math.max(aside, 0) : null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const { top, left } = at(from);
  const down = key === 'ArrowDown';
  const tops = items.map((_, n) => at(n).top).filter((other) => (down ? other > top : other < top));
  if (tops.length === 0) return down ? null : -1;
  const row = down ? Math.min(...tops) : Math.max(...tops);
  const inRow = [...items.keys()].filter((n) => at(n).top === row);
  return inRow.reduce((best, n) => (Math.abs(at(n).left - left) < Math.abs(at(best).left - left) ? n : best));
}
