/** Whole seconds that a rate is the mean of. */
const WINDOW_S = 10;

/** Bytes per second of the last ten whole seconds; the running second does not count yet. */
export interface Rate {
  total(): number;
  add(bytes: number, second: number): void;
  /** 0 in the first second. */
  bitsPerSecond(second: number): number;
}

export function createRate(firstSecond: number): Rate {
  /** One more slot than the window: the running second. */
  const slots = new Float64Array(WINDOW_S + 1);
  let newest = firstSecond;
  let total = 0;

  const roll = (second: number) => {
    // A clock that was set back must not bring old seconds to life.
    if (second <= newest) return;
    if (second - newest > WINDOW_S) slots.fill(0);
    else for (let passed = newest + 1; passed <= second; passed++) slots[passed % slots.length] = 0;
    newest = second;
  };

  return {
    total: () => total,
    add(bytes, second) {
      roll(second);
      total += bytes;
      slots[newest % slots.length] = (slots[newest % slots.length] ?? 0) + bytes;
    },
    bitsPerSecond(second) {
      roll(second);
      const seconds = Math.min(WINDOW_S, newest - firstSecond);
      if (seconds === 0) return 0;
      const running = slots[newest % slots.length] ?? 0;
      return ((slots.reduce((sum, bytes) => sum + bytes, 0) - running) * 8) / seconds;
    },
  };
}
