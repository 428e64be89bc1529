/** Smaller steps are normal corrections by NTP. */
const STEP_MS = 2_000;
const POLL_INTERVAL_MS = 1_000;

interface ClockWatchOptions {
  /** Called with the step; negative: the clock was set back. */
  tell: (seconds: number) => void;
  now?: () => number;
  steady?: () => number;
}

export function watchClock({ tell, now = Date.now, steady = () => performance.now() }: ClockWatchOptions): () => void {
  const offset = () => now() - steady();
  let offsetMs = offset();
  const timer = setInterval(() => {
    const step = offset() - offsetMs;
    offsetMs += step;
    if (Math.abs(step) > STEP_MS) tell(Math.round(step / 1000));
  }, POLL_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
