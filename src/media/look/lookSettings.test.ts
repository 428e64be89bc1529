import { describe, expect, it } from 'vitest';
import { parseLookSettings, storeLookSettings, USUAL_LOOKS } from './lookSettings.ts';

describe('the settings of looks', () => {
  it.each<[string, unknown, object]>([
    ['nothing', null, USUAL_LOOKS],
    ['other settings', { version: 1, hold: {} }, USUAL_LOOKS],
    ['looks that are on', { version: 1, look: { on: true } }, { on: true, everySeconds: 30 }],
    ['another interval', { version: 1, look: { on: true, everySeconds: 120 } }, { on: true, everySeconds: 120 }],
    ['an interval of a second', { version: 1, look: { on: true, everySeconds: 1 } }, { on: true, everySeconds: 30 }],
    ['an interval that is text', { version: 1, look: { on: true, everySeconds: 'x' } }, { on: true, everySeconds: 30 }],
    ['a switch that is a number', { version: 1, look: { on: 1 } }, USUAL_LOOKS],
    ['settings of a newer version', { version: 2, look: { on: true } }, USUAL_LOOKS],
  ])('are read from %s', (_, stored, expected) => expect(parseLookSettings(stored)).toEqual(expected));

  it('keep what other programs have stored', () =>
    expect(
      storeLookSettings({ version: 1, hold: { a: 1 }, look: { on: false, everySeconds: 60, later: 2 } }, { on: true }),
    ).toEqual({ version: 1, hold: { a: 1 }, look: { on: true, everySeconds: 60, later: 2 } }));
});
