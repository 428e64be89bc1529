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
