const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Formats are slow to create. */
const MOST_FORMATS = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const [oldest] = formats.keys();
  if (oldest !== undefined && formats.size >= MOST_FORMATS) formats.delete(oldest);
  formats.set(zone, made);
  return made;
}

/** To the minute: 2026-03-29T02:30. */
export function localTimeOf(at: number, zone: string): string {
  const parts = new Map(
    formatIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const partOf = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${partOf('year')}-${partOf('month')}-${partOf('day')}T${partOf('hour')}:${partOf('minute')}`;
}

/** Parses a local time as UTC, in ms. */
const wallOf = (local: string) => Date.parse(`${local}:00Z`);

/** Such as 2026-03-01. */
export const dayAfter = (day: string, days: number): string =>
  new Date(wallOf(`${day}T00:00`) + days * DAY_MS).toISOString().slice(0, 10);

/** As in ISO 8601: 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(wallOf(`${day}T00:00`)).getUTCDay() || 7;

export function isLocalTime(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false;
  const wall = wallOf(text);
  return !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(text);
}

export interface LocalInstant {
  at: number;
  local: string;
  /** The time does not exist on that day, so `at` is the end of the gap. */
  isShifted: boolean;
}

/** Returns the first one of a repeated time. */
export function instantOf(local: string, zone: string): LocalInstant {
  const wall = wallOf(local);
  const offsetAt = (at: number) => wallOf(localTimeOf(at, zone)) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const [early, late] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)];
  const shown = [early, late].filter((at) => localTimeOf(at, zone) === local);
  if (shown.length > 0) return { at: Math.min(...shown), local, isShifted: false };
  return { at: endOfGap(late, early, (at) => wallOf(localTimeOf(at, zone)) > wall), local, isShifted: true };
}

function endOfGap(before: number, after: number, isBehind: (at: number) => boolean): number {
  let [low, high] = [before, after];
  while (high - low > MINUTE_MS) {
    const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
    if (isBehind(middle)) high = middle;
    else low = middle;
  }
  return high;
}
