/** Less is what a time service does all the time. */
const STEP_MS = 2_000;
const LOOK_EVERY_MS = 1_000;

interface ClockWatchOptions {
  /** By so much the clock was set, or the machine slept; negative: it was set back. */
  tell: (seconds: number) => void;
  /** Wall clock in milliseconds. */
  now?: () => number;
  /** Steady milliseconds. */
  steady?: () => number;
}

/** Answers what ends it. */
export function watchClock({ tell, now = Date.now, steady = () => performance.now() }: ClockWatchOptions): () => void {
  const ahead = () => now() - steady();
  let known = ahead();
  const timer = setInterval(() => {
    const step = ahead() - known;
    known += step;
    if (Math.abs(step) > STEP_MS) tell(Math.round(step / 1000));
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
