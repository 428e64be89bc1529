import { elapsedMs } from '../../monotonicClock.ts';
import type { ProcessConfig } from '../store/processConfig.ts';

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
// A longer timer would ring at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

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

/** The supervised life of one process: at most one at a time. */
export function createSupervision(
  { reconnect, reconnect_delay_seconds }: Pick<ProcessConfig, 'reconnect' | 'reconnect_delay_seconds'>,
  runOnce: SupervisedRun['runOnce'],
) {
  const delayMs = Math.min(reconnect_delay_seconds * 1000, LONGEST_TIMER_MS);
  const reconnectAfterMs = reconnect ? delayMs : null;
  let current: { readonly end: AbortController; readonly over: Promise<void> } | null = null;
  return {
    begin(): void {
      const end = new AbortController();
      current = { end, over: supervise({ runOnce, reconnectAfterMs, signal: end.signal }) };
    },
    /** Resolves when the last child has gone. */
    async halt(): Promise<void> {
      current?.end.abort();
      await current?.over;
      current = null;
    },
  };
}
