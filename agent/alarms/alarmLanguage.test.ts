import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAlarmLanguage } from './alarmLanguage.ts';

const PROGRAM = join(import.meta.dirname, '../main.ts');
const AT = Date.UTC(2026, 10, 29, 20, 15, 3);

it.each([
  ['en', 'Europe/Berlin', 'Channel down', 'Where to look: X', '21:15:03', '1.5', '1 h 12 min'],
  ['de', 'Europe/Berlin', 'Kanal ausgefallen', null, '21:15:03', '1,5', '1 h 12 min'],
  ['ru', 'Asia/Tokyo', null, null, '05:15:03', '1,5', '1 ч 12 мин'],
  ['xx', 'UTC', 'Channel down', 'Where to look: X', '20:15:03', '1.5', '1 h 12 min'],
  ['../../package', 'UTC', 'Channel down', 'Where to look: X', '20:15:03', '1.5', '1 h 12 min'],
])(
  'writes messages in the language %s with times of the zone %s',
  async (language, zone, label, expectedPlace, clock, number, span) => {
    const words = await openAlarmLanguage({ language, zone, page: null }, PROGRAM);
    const [text, where] = [
      words.translate('Channel down'),
      words.translate('Where to look: {{place}}', { place: 'X' }),
    ];
    if (label === null) expect(text).not.toBe('Channel down');
    else if (language === 'en' || language.length > 2 || language === 'xx') expect(text).toBe(label);
    else expect(text).not.toBe('Channel down');
    if (expectedPlace !== null) expect(where).toBe(expectedPlace);
    expect(where).toContain('X');
    expect([words.clock(AT), words.number(1.5, 1), words.span(72 * 60)]).toEqual([clock, number, span]);
    expect(words.span(118)).toMatch(/^1 \S+ 58 \S+$/);
    expect(words.span(72 * 60 + 59)).toBe(span);
  },
);

it('keeps placeholders without a value, and expands none inside a value', async () => {
  const { translate } = await openAlarmLanguage({ language: 'en', zone: null, page: null }, PROGRAM);
  expect(translate('{{a}} and {{b}}', { a: '{{b}} $& $1' })).toBe('{{b}} $& $1 and {{b}}');
});
