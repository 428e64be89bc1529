import { expect, it } from 'vitest';
import { keyAction } from './keyboard.ts';

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

it.each([
  [' ', {}, false, { kind: 'play' }],
  [' ', {}, true, null],
  ['ArrowLeft', {}, false, { kind: 'seek', by: -5 }],
  ['ArrowLeft', {}, true, null],
  ['ArrowUp', {}, false, { kind: 'volume', by: 0.1 }],
  ['m', {}, true, { kind: 'mute' }],
  ['f', {}, false, { kind: 'fullscreen' }],
  ['f', { ctrlKey: true }, false, null],
  ['c', { altKey: true }, false, null],
  ['S', { ctrlKey: true, shiftKey: true }, false, { kind: 'figures' }],
  ['s', { metaKey: true, shiftKey: true }, true, { kind: 'figures' }],
  ['constructor', {}, false, null],
  ['x', {}, false, null],
])('the key %j with %j, on a control: %s', (key, modifiers, onControl, action) =>
  expect(keyAction({ ...none, ...modifiers, key }, onControl)).toEqual(action),
);
