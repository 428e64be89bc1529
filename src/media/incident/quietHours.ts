const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export interface QuietHours {
  /** Local times such as 22:00, possibly across midnight. Equal times mean no quiet hours. */
  from: string;
  to: string;
  /** Such as Europe/Berlin. */
  zone: string;
  exceptCritical: boolean;
}

export const isTimeOfDay = (text: string): boolean => TIME.test(text);

export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Formats are slow to create. */
const MOST_FORMATS = 20;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [oldest] = formats.keys();
  if (oldest !== undefined && formats.size >= MOST_FORMATS) formats.delete(oldest);
  formats.set(zone, made);
  return made;
}

/** @param at ms since 1970 */
export function isQuiet({ from, to, zone }: QuietHours, at: number): boolean {
  const time = formatIn(zone).format(at);
  return from <= to ? from <= time && time < to : from <= time || time < to;
}
