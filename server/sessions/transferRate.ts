/** Whole seconds that a rate is the mean of. */
const WINDOW_S = 10;
const SLOTS = WINDOW_S + 1;

/** Bytes per second of the last ten whole seconds; the running second does not count yet. */
export interface Rate {
  total(): number;
  add(bytes: number, second: number): void;
  /** 0 in the first second. */
  bitsPerSecond(second: number): number;
}

export function createRate(firstSecond: number): Rate {
  /** One more slot than the window: the running second. Most connections go one way only, and need none for the other. */
  let slots: number[] = [];
  let newest = firstSecond;
  let total = 0;

  const roll = (second: number) => {
    // A clock that was set back must not bring old seconds to life.
    if (second <= newest) return;
    if (slots.length === 0) newest = second;
    else if (second - newest > WINDOW_S) slots.fill(0);
    else for (let passed = newest + 1; passed <= second; passed++) slots[passed % SLOTS] = 0;
    newest = second;
  };

  return {
    total: () => total,
    add(bytes, second) {
      roll(second);
      if (bytes === 0) return;
      if (slots.length === 0) slots = Array<number>(SLOTS).fill(0);
      total += bytes;
      slots[newest % SLOTS] = (slots[newest % SLOTS] ?? 0) + bytes;
    },
    bitsPerSecond(second) {
      roll(second);
      const seconds = Math.min(WINDOW_S, newest - firstSecond);
      if (seconds === 0 || slots.length === 0) return 0;
      const running = slots[newest % SLOTS] ?? 0;
      return ((slots.reduce((sum, bytes) => sum + bytes, 0) - running) * 8) / seconds;
    },
  };
}
