export interface Rung {
  /** The shorter side: 720 for 720p, also in portrait. */
  lines: number;
  width: number;
  height: number;
}

const LINES = [1080, 720, 480];

const even = (side: number) => Math.round(side / 2) * 2;

/** Largest first, none larger than the source. A source below all sizes gets its own size. */
export function renditionLadder({ width, height }: { width: number; height: number }): Rung[] {
  const shorter = Math.min(width, height);
  if (shorter <= 0) return [];
  const fitting = LINES.filter((lines) => lines <= shorter);
  return (fitting.length > 0 ? fitting : [even(shorter)]).map((lines) => {
    const scaled = (side: number) => even((side * lines) / shorter);
    return { lines, width: scaled(width), height: scaled(height) };
  });
}
