import { describe, expect, it } from 'vitest';
import { parseHoldSettings, storeHoldSettings, USUAL_HOLD } from './holdSettings.ts';
import { parseHoldOrder, parseHoldStatus } from './holdStatus.ts';

const settings = {
  limitMinutes: 5,
  stillSeconds: 60,
  card: { text: 'Gleich zurück', theme: 'light' as const, picture: false },
};

describe('settings of a hold', () => {
  it.each([
    ['nothing stored', null],
    ['a text', 'hold'],
    ['another shape', { version: 1, hold: [] }],
    ['a limit of no time', { version: 1, hold: { limitMinutes: 0, card: { text: '', theme: 'dark' } } }],
    ['a limit of a fraction', { version: 1, hold: { limitMinutes: 1.5, card: {} } }],
    ['a limit of more than a day', { version: 1, hold: { limitMinutes: 1441, card: {} } }],
    ['no limit', { version: 1, hold: { card: {} } }],
    ['a text that is too long', { version: 1, hold: { limitMinutes: 30, card: { text: 'x'.repeat(501) } } }],
    ['a card of another kind', { version: 1, hold: { limitMinutes: 30, card: 7 } }],
  ])('fall back to the defaults for %s', (_, stored) => {
    expect(parseHoldSettings(stored)).toEqual(USUAL_HOLD);
  });

  it('are reported as newer if a newer version has stored them', () => {
    expect(parseHoldSettings({ version: 2, hold: { limitMinutes: 5 } })).toBe('newer');
  });

  it('keep keys that other programs have stored beside them', () => {
    const before = { version: 1, alarms: [1], hold: { limitMinutes: 30, backup: 'b', card: { font: 'f' } } };
    const stored = storeHoldSettings(before, settings);
    expect(stored).toEqual({
      version: 1,
      alarms: [1],
      hold: { backup: 'b', limitMinutes: 5, stillSeconds: 60, card: { font: 'f', ...settings.card } },
    });
    expect(parseHoldSettings(stored)).toEqual(settings);
  });

  it.each([
    ['without settings of a hold', { version: 1, alarms: [1] }, { alarms: [1] }],
    ['with a list as hold settings', { version: 1, hold: [1], alarms: [1] }, { alarms: [1] }],
    ['without a version', { alarms: [1], hold: { card: 7 } }, { alarms: [1] }],
    ['that is a text', 'hold', {}],
  ])('keep keys of other programs in a stored value %s', (_, before, others) => {
    expect(storeHoldSettings(before, settings)).toEqual({ ...others, version: 1, hold: settings });
  });
});

describe('the status of a hold', () => {
  const status = { version: 1, beat: 3, onAir: 'slate', seconds: 12.5, why: 'ended', image: 'ready', limitIn: 1787.5 };

  it('survives a write and a read', () => {
    expect(parseHoldStatus(JSON.stringify(status))).toEqual(status);
  });

  it.each([
    '',
    '<html>',
    '[]',
    JSON.stringify({ ...status, version: 2 }),
    JSON.stringify({ ...status, onAir: 'all' }),
    JSON.stringify({ ...status, seconds: 1e20 }),
    JSON.stringify({ ...status, limitIn: 1e20 }),
    JSON.stringify({ ...status, limitIn: -1 }),
    ' '.repeat(5000),
  ])('is null for the malformed text %j', (text) => {
    expect(parseHoldStatus(text)).toBeNull();
  });

  it.each([
    [null, 'auto'],
    ['slate\n', 'slate'],
    ['source', 'source'],
    ['auto', 'auto'],
    ['<html>', 'auto'],
  ])('parses the order %j as %s', (text, order) => {
    expect(parseHoldOrder(text)).toBe(order);
  });
});
