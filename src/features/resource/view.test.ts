import { expect, it } from 'vitest';
import { uptimeText } from './view.ts';

it.each([
  [0, '0:00:00:00'],
  [59.9, '0:00:00:59'],
  [5047, '0:01:24:07'],
  [262_147, '3:00:49:07'],
  [-1, '0:00:00:00'],
])('%s s are %s', (seconds, text) => expect(uptimeText(seconds)).toBe(text));
