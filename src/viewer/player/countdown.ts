export interface TimeLeft {
  days: number;
  clock: string;
}

const DAY_S = 86_400;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** null without a future start. `now`: milliseconds since 1970. */
export function countdownTo(startsAt: string, now: number): TimeLeft | null {
  const start = Date.parse(startsAt);
  if (!(start > now)) return null;
  const seconds = Math.ceil((start - now) / 1000);
  const rest = seconds % DAY_S;
  const parts = [rest / 3600, (rest / 60) % 60, rest % 60].map(Math.floor);
  return { days: Math.floor(seconds / DAY_S), clock: parts.map(twoDigits).join(':') };
}
