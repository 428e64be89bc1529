/** BuildKit's lines that start and end a step: `#12 [packages 2/5] RUN …`, `#12 DONE 3.4s`, `#12 CACHED`. */
const STEP = /^#(\d+) (\[[^\]]*\d+\/\d+\] .+)$/;
const END = /^#(\d+) (DONE|CACHED|ERROR)/;
const MAX_LENGTH = 100;

/**
 * Reports running steps, and again after `quietMs`. A step that ends before the next `tick` is skipped. `now` in ms.
 */
export function createBuildProgress(note: (line: string) => void, now: () => number, quietMs = 30_000) {
  const running = new Map<string, { step: string; isSaid: boolean }>();
  let printedAt = now();
  const printLine = (line: string) => {
    printedAt = now();
    note(line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line);
  };
  return {
    read(line: string) {
      const [, number = '', step = ''] = STEP.exec(line) ?? [];
      if (number !== '' && !running.has(number))
        running.set(number, { step: step.replace(/\s+/g, ' '), isSaid: false });
      const [, ended = ''] = END.exec(line) ?? [];
      running.delete(ended);
    },
    tick() {
      for (const started of running.values()) {
        if (!started.isSaid) printLine(`  ${started.step}`);
        started.isSaid = true;
      }
      const [longest] = running.values();
      if (now() - printedAt >= quietMs)
        printLine(longest === undefined ? '  still working ...' : `  still at ${longest.step}`);
    },
  };
}

export async function withProgress<T>(
  note: (line: string) => void,
  work: (read: (line: string) => void) => Promise<T>,
): Promise<T> {
  const { read, tick } = createBuildProgress(note, () => performance.now());
  const ticking = setInterval(tick, 1000);
  return work(read).finally(() => clearInterval(ticking));
}
