export interface Rung {
  /** By its shorter side, as people call it: 720 is 720p, also on its edge. */
  lines: number;
  width: number;
  height: number;
}

const LINES = [1080, 720, 480];

const even = (side: number) => Math.round(side / 2) * 2;

/**
 * The sizes of a ladder, largest first, none larger than the source: that would cost, and show nothing. Of a source that
 * is smaller than all of them its own.
 */
export function renditionLadder({ width, height }: { width: number; height: number }): Rung[] {
  const shorter = Math.min(width, height);
  if (shorter <= 0) return [];
  const fitting = LINES.filter((lines) => lines <= shorter);
  return (fitting.length > 0 ? fitting : [even(shorter)]).map((lines) => {
    const scaled = (side: number) => even((side * lines) / shorter);
    return { lines, width: scaled(width), height: scaled(height) };
  });
}
