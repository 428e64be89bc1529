import { elapsedMs } from '../clock.ts';

export interface SupervisedRun {
  /** Runs one child from its start to its end; interrupts it when the signal aborts. Never rejects. */
  runOnce(signal: AbortSignal): Promise<void>;
  /** Between the end of a child and the next start, after a success too; null: one run is all. */
  readonly reconnectAfterMs: number | null;
  readonly signal: AbortSignal;
}

/**
 * However short the delay: an ffmpeg that fails at once, over and over, would take the machine from those that work. A
 * few of them without a delay made every answer of the core wait for seconds.
 */
const START_EVERY_MS = 1_000;

/** Keeps one ffmpeg alive until the signal aborts; resolves when the last child has gone. */
export async function supervise({ runOnce, reconnectAfterMs, signal }: SupervisedRun): Promise<void> {
  while (!signal.aborted) {
    const startedMs = elapsedMs();
    await runOnce(signal);
    if (reconnectAfterMs === null) return;
    await pause(Math.max(reconnectAfterMs, START_EVERY_MS - (elapsedMs() - startedMs)), signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
  });
}
