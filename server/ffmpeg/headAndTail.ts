/** The first and the last lines of many. */
export interface HeadAndTail {
  push(line: string): void;
  /** How many there were. */
  count(): number;
  /** With a line in the middle that tells how many are missing. */
  lines(): string[];
}

export function createHeadAndTail(headLines: number, tailLines: number): HeadAndTail {
  const head: string[] = [];
  let tail: string[] = [];
  let count = 0;
  return {
    push(line) {
      count += 1;
      if (head.length < headLines) head.push(line);
      // Cut in strides: one by one would move all of them for every line.
      else if (tail.push(line) > 2 * tailLines) tail = tail.slice(-tailLines);
    },
    count: () => count,
    lines: () => {
      const last = tail.slice(-tailLines);
      const cut = count - head.length - last.length;
      return cut > 0 ? [...head, `... truncated ${cut} lines ...`, ...last] : [...head, ...last];
    },
  };
}
