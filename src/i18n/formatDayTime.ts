const formats = new Map<string, Intl.DateTimeFormat>();

/** Memoized, because creating a formatter costs as much as a hundred uses. */
function formatIn(language: string, zone: string | undefined, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([language, zone, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, ...(zone && { timeZone: zone }) });
  formats.set(key, format);
  return format;
}

const DAY_MS = 86_400_000;
const WEEK = 7;

const dayNumber = (at: number, zone: string | undefined) => {
  const parts = formatIn('en', zone, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(at);
  const partOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(partOf('year'), partOf('month') - 1, partOf('day')) / DAY_MS;
};

/** 09:55, in the zone of the browser by default. */
export const formatTimeOfDay = (at: number, language: string, zone?: string): string =>
  formatIn(language, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

export const formatDay = (at: number, language: string, zone?: string): string =>
  formatIn(language, zone, { weekday: 'long', day: 'numeric', month: 'long' }).format(at);

/** today 09:55, tomorrow 09:55, Sunday 09:55; a week or more away: Sun, 6 Dec, 09:55. */
export function formatDayTime(at: number, now: number, language: string, zone?: string): string {
  const time = formatTimeOfDay(at, language, zone);
  const days = dayNumber(at, zone) - dayNumber(now, zone);
  if (days === 0 || days === 1 || days === -1)
    return `${new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')} ${time}`;
  if (days > 0 && days < WEEK) return `${formatIn(language, zone, { weekday: 'long' }).format(at)} ${time}`;
  return `${formatIn(language, zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at)}, ${time}`;
}
