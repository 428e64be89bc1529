import { expect, it } from 'vitest';
import {
  clockOf,
  formatBitrate,
  formatBytes,
  formatCalmSpan,
  formatDuration,
  formatMoment,
  formatNumber,
  formatRate,
  formatRunning,
  formatSpan,
  formatUptime,
} from './format.ts';

it.each([
  [0, '00:00:00'],
  [9.98, '00:00:09'],
  [5047, '01:24:07'],
  [86_399, '23:59:59'],
  [262_147, '3d 00:49:07'],
  [-2, '00:00:00'],
])('formats a duration of %s s as %s', (seconds, text) => expect(formatDuration(seconds, 'en')).toBe(text));

it.each([
  [-1, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [119, '1 min'],
  [3600, '1 h'],
  [4379, '1 h 12 min'],
  [2 * 86_400, '2 d'],
  [277_000, '3 d 4 h'],
])('formats a calm span of %s s as %s', (seconds, text) => expect(formatCalmSpan(seconds, 'en')).toBe(text));

it.each(['en', 'de', 'fr', 'it', 'pt', 'es', 'ru'])(
  'formats times of day in %s with 24 hours and constant width',
  (language) => {
    const night = new Date(2026, 10, 21, 0, 4, 7).getTime() / 1000;
    expect(clockOf(language)(night)).toBe('00:04:07');
    expect(clockOf(language)(night + 15 * 3600)).toBe('15:04:07');
    expect(formatMoment(night + 15 * 3600, language)).toMatch(/21.*2026.*, 15:04:07$/);
  },
);

it.each([
  [25, 'en', 1, '25.0'],
  [25, 'de', 1, '25,0'],
  [1234.5, 'en', 0, '1,235'],
  [0.996, 'en', 2, '1.00'],
])('formats %s in %s with %s decimals as %s', (value, language, decimals, text) =>
  expect(formatNumber(value, language, decimals)).toBe(text),
);

it.each([
  [0.41, 'en', '41%'],
  [0.41, 'de', '41\u00A0%'],
])('formats the share %s in %s as %s', (share, language, text) =>
  expect(formatNumber(share, language, 0, 'percent')).toBe(text),
);

it.each([
  [4521.337, 'en', '4.52', 'Mbit/s'],
  [4521.337, 'de', '4,52', 'Mbit/s'],
  [837.37, 'en', '0.84', 'Mbit/s'],
  [512_000, 'en', '512', 'Mbit/s'],
  [64.21, 'en', '64', 'kbit/s'],
  [0, 'en', '0', 'Mbit/s'],
])('formats %s kbit/s in %s as %s %s', (kbit, language, figure, unit) =>
  expect(formatBitrate(kbit, language)).toEqual({ figure, unit }),
);

it.each([
  [-1, '0', 's'],
  [59.9, '59', 's'],
  [60, '1', 'min'],
  [3599, '59', 'min'],
  [5047, '1:24', 'h'],
  [359_999, '99:59', 'h'],
  [360_000, '4', 'd'],
])('formats an uptime of %s s as %s %s', (seconds, figure, unit) =>
  expect(formatUptime(seconds, 'en')).toEqual({ figure, unit }),
);

it.each([
  [0, '00:00'],
  [75, '01:15'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_000, '10:00:00'],
  [262_147, '3d 00:49:07'],
])('formats a running time of %s s as %s', (seconds, text) => expect(formatRunning(seconds, 'en')).toBe(text));

it.each([
  [0, '0', 'B'],
  [999, '999', 'B'],
  [1000, '1.0', 'kB'],
  [12_400_000_000, '12.4', 'GB'],
  [5e18, '5,000,000.0', 'TB'],
])('formats %s bytes as %s %s', (bytes, figure, unit) => expect(formatBytes(bytes, 'en')).toEqual({ figure, unit }));

it.each([
  [0, '0', 'B'],
  [1023, '1,023', 'B'],
  [1024, '1.0', 'kB'],
  [512 * 2 ** 20, '512.0', 'MB'],
  [2 ** 50, '1,024.0', 'TB'],
])('formats %s bytes as %s %s in steps of 1024', (bytes, figure, unit) =>
  expect(formatBytes(bytes, 'en', 1024)).toEqual({ figure, unit }),
);

it.each([
  ['ru', ['3д 00:49:07', '1 мин 8 с', '24 мин', '4,1 Мбит/с', '64 кбит/с', '2,0 МБ']],
  ['fr', ['3j 00:49:07', '1 min 8 s', '24 min', '4,1 Mbit/s', '64 kbit/s', '2,0 Mo']],
])('writes units as usual in the language %s', (language, expected) => {
  const amounts = [formatUptime(1440, language), formatBitrate(64, language), formatBytes(2_000_000, language)];
  const [uptime, bitrate, bytes] = amounts.map(({ figure, unit }) => `${figure} ${unit}`);
  const days = formatDuration(262_147, language);
  expect([days, formatSpan(68, language), uptime, formatRate(4100, language), bitrate, bytes]).toEqual(expected);
});
