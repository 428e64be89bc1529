/** Memoized, because creating a formatter costs as much as a hundred uses. */
function memoized<Key extends readonly (string | number)[], T>(make: (...key: Key) => T): (...key: Key) => T {
  const made = new Map<string, T>();
  return (...key) => {
    const name = key.join(' ');
    const format = made.get(name) ?? make(...key);
    made.set(name, format);
    return format;
  };
}

/** Units that differ from the international ones. */
const UNITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ru: {
    ...{ s: 'с', min: 'мин', h: 'ч', d: 'д', B: 'Б', kB: 'кБ', MB: 'МБ', GB: 'ГБ', TB: 'ТБ' },
    ...{ 'bit/s': 'бит/с', 'kbit/s': 'кбит/с', 'Mbit/s': 'Мбит/с', fps: 'кадр/с' },
    ...{ ms: 'мс', Hz: 'Гц', kHz: 'кГц', dB: 'дБ', px: 'пикс.' },
  },
  fr: { B: 'o', kB: 'ko', MB: 'Mo', GB: 'Go', TB: 'To', d: 'j', fps: 'im/s' },
};

export const unitIn = (language: string, unit: string): string => UNITS[language]?.[unit] ?? unit;

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Formats whole seconds: 01:24:07, 3d 01:24:07. */
export function formatDuration(seconds: number, language: string): string {
  const total = Math.max(0, Math.floor(seconds));
  const days = Math.floor(total / 86_400);
  const clock = [Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60, total % 60].map(twoDigits).join(':');
  return days > 0 ? `${days}${unitIn(language, 'd')} ${clock}` : clock;
}

/** Formats for lists: 01:15, 1:24:07, 3d 00:49:07. */
export function formatRunning(seconds: number, language: string): string {
  const duration = formatDuration(seconds, language);
  return seconds < 3600 ? duration.slice('00:'.length) : duration.replace(/^0(?=\d:\d\d:)/, '');
}

/** Formats a past duration: 45 s, 1 min 8 s, 2 h 5 min. */
export function formatSpan(seconds: number, language: string): string {
  const withUnit = (n: number, unit: string) => `${n} ${unitIn(language, unit)}`;
  const total = Math.max(0, Math.round(seconds));
  const [h, min, s] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const minutes = min > 0 ? [withUnit(min, 'min')] : [];
  const parts = h > 0 ? [withUnit(h, 'h'), ...minutes] : minutes;
  return [...parts, ...(h === 0 && (s > 0 || min === 0) ? [withUnit(s, 's')] : [])].join(' ');
}

const DAY_S = 86_400;

/** Formats a running duration that changes at most once a minute: 45 s, 12 min, 1 h 12 min, 3 d 4 h. */
export function formatCalmSpan(seconds: number, language: string): string {
  const total = Math.max(0, Math.floor(seconds));
  if (total < 2 * DAY_S) return formatSpan(total < 60 ? total : total - (total % 60), language);
  const hours = Math.floor((total % DAY_S) / 3600);
  return [
    `${Math.floor(total / DAY_S)} ${unitIn(language, 'd')}`,
    ...(hours > 0 ? [formatSpan(hours * 3600, language)] : []),
  ].join(' ');
}

export const formatMoment = (seconds: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(
    seconds * 1000,
  );

/** Returns a formatter from unix seconds to times of day with 24 hours and constant width. */
export const clockOf = memoized((language: string): ((seconds: number) => string) => {
  const digits = '2-digit';
  const clock = new Intl.DateTimeFormat(language, { hour: digits, minute: digits, second: digits, hourCycle: 'h23' });
  return (seconds) => clock.format(seconds * 1000);
});

const numbers = memoized(
  (language: string, decimals: number, style: 'decimal' | 'percent') =>
    new Intl.NumberFormat(language, { style, minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

/** Formats with a fixed number of decimals; `percent` takes a share from 0 to 1. */
export const formatNumber = (
  value: number,
  language: string,
  decimals = 0,
  style: 'decimal' | 'percent' = 'decimal',
): string => numbers(language, decimals, style).format(value);

export interface Amount {
  figure: string;
  unit: string;
}

/** Above this, Mbit/s with two decimals is steadier than kbit/s. */
const MBIT_FROM_KBIT = 100;
/** Above this, decimals are meaningless. */
const WHOLE_FROM_KBIT = 100_000;

/** Formats for figures: 4.52 Mbit/s, 512 Mbit/s, 64 kbit/s. */
export function formatBitrate(kbit: number, language: string): Amount {
  if (kbit > 0 && kbit < MBIT_FROM_KBIT)
    return { figure: formatNumber(kbit, language), unit: unitIn(language, 'kbit/s') };
  const decimals = kbit > 0 && kbit < WHOLE_FROM_KBIT ? 2 : 0;
  return { figure: formatNumber(kbit / 1000, language, decimals), unit: unitIn(language, 'Mbit/s') };
}

/** Formats for figures, in units that change at most once a minute: 42 s, 12 min, 1:24 h, 3 d. */
export function formatUptime(seconds: number, language: string): Amount {
  const total = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(total / 60);
  if (minutes === 0) return { figure: String(total), unit: unitIn(language, 's') };
  if (minutes < 60) return { figure: String(minutes), unit: unitIn(language, 'min') };
  if (minutes < 6000)
    return { figure: `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`, unit: unitIn(language, 'h') };
  return { figure: String(Math.floor(minutes / 1440)), unit: unitIn(language, 'd') };
}

/** Formats for lists: 4.5 Mbit/s, 64 kbit/s. */
export const formatRate = (kbit: number, language: string): string =>
  kbit < 1000
    ? `${formatNumber(kbit, language)} ${unitIn(language, 'kbit/s')}`
    : `${formatNumber(kbit / 1000, language, 1)} ${unitIn(language, 'Mbit/s')}`;

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats with one decimal from kB on, in steps of 1000, or 1024 for limits entered in such units. */
export function formatBytes(bytes: number, language: string, step: 1000 | 1024 = 1000): Amount {
  const steps = byteUnits.map((_, power) => step ** power);
  const power = Math.max(
    0,
    steps.findLastIndex((size) => bytes >= size),
  );
  const figure = formatNumber(bytes / (steps[power] ?? 1), language, power === 0 ? 0 : 1);
  return { figure, unit: unitIn(language, byteUnits[power] ?? 'B') };
}
