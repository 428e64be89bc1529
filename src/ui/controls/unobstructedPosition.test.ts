import { expect, it } from 'vitest';
import { unobstructedPosition } from './unobstructedPosition.ts';

/** As a browser measures: no property is the rectangle's own. */
const floating = new (class {
  get left() {
    return 12;
  }
  get right() {
    return 312;
  }
  get top() {
    return 0;
  }
  get bottom() {
    return 50;
  }
})();
const limit = { top: 60, bottom: 700 };
const button = (top: number, height = 40, left = 20) => ({ left, right: left + 100, top, bottom: top + height });

it.each([
  ['nothing is there', [], 700],
  ['what is beside it does not count', [button(660, 40, 400)], 700],
  ['above a button at the bottom', [button(655)], 647],
  ['between two that leave room', [button(655), button(500)], 647],
  ['above two that do not', [button(655), button(600)], 592],
  ['above all rows of a bar', [button(655), button(610), button(565)], 557],
  ['nowhere', [{ left: 0, right: 400, top: 0, bottom: 690 }], null],
])('%s', (_, pressable, bottom) => expect(unobstructedPosition(floating, pressable, limit)).toBe(bottom));
