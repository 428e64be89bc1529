import { useEffect, useState } from 'react';

/** Whole seconds until a moment (ms); null while there is none or it has come. */
export function useCountdown(until: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null || until <= now ? null : Math.ceil((until - now) / 1000);
}
