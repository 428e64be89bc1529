import { expect, it } from 'vitest';
import { type Press, shortcutActionOf, shortcuts } from './shortcuts.ts';

const press = (key: string, changed: Partial<Press> = {}): Press => ({
  key,
  combined: false,
  repeated: false,
  typing: false,
  covered: false,
  ...changed,
});

it.each([
  ['c', press('c'), 'channels'],
  ['c with caps lock', press('C'), 'channels'],
  ['m', press('m'), 'multiview'],
  ['m in a text field', press('m', { typing: true }), null],
  ['/', press('/'), 'search'],
  ['?', press('?'), 'shortcuts'],
  ['a key without an action', press('x'), null],
  ['c in a text field', press('c', { typing: true }), null],
  ['/ in a text field', press('/', { typing: true }), null],
  ['Ctrl+C', press('c', { combined: true }), null],
  ['c held down', press('c', { repeated: true }), null],
  ['c over a dialog', press('c', { covered: true }), null],
  ['? over a dialog', press('?', { covered: true }), null],
  ['/ in a dialog', press('/', { covered: true }), 'search'],
])('the action of a key press: %s', (_, press, action) => expect(shortcutActionOf(press)).toBe(action));

it('each key has one action', () => {
  expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length);
});
