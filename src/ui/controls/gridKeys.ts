/**
 * Where an arrow key leads from one of `count` things in rows of `columns`; null where it leads out of them, and for
 * all other keys.
 */
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
      // The last row may be short.
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

// On the screen: each may stand in a box of its own, which would be what `offsetTop` counts from.
const topOf = (thing: HTMLElement | undefined) => thing?.getBoundingClientRect().top;

/** How many of these stand in the first row. */
export const columnsOf = (things: readonly HTMLElement[]): number =>
  Math.max(1, things.filter((thing) => topOf(thing) === topOf(things[0])).length);

interface GridItem {
  getBoundingClientRect: () => { top: number; left: number };
}

/**
 * Where an arrow key leads among things in rows of any length, which may stand apart; -1 above the first row, null for
 * all other keys and where nothing follows.
 */
export function stepAmong(key: string, from: number, things: readonly GridItem[]): number | null {
  const at = (n: number) => things[n]?.getBoundingClientRect() ?? { top: 0, left: 0 };
  const aside = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: things.length - 1 }[key];
  if (aside !== undefined) return aside < things.length ? Math.max(aside, 0) : null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const { top, left } = at(from);
  const down = key === 'ArrowDown';
  const tops = things.map((_, n) => at(n).top).filter((its) => (down ? its > top : its < top));
  if (tops.length === 0) return down ? null : -1;
  const row = down ? Math.min(...tops) : Math.max(...tops);
  const inRow = [...things.keys()].filter((n) => at(n).top === row);
  return inRow.reduce((best, n) => (Math.abs(at(n).left - left) < Math.abs(at(best).left - left) ? n : best));
}
