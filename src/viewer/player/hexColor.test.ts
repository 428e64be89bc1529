import { expect, it } from 'vitest';
import { parseHexColor } from './hexColor.ts';

it.each([
  ['#0af', '#00aaff'],
  ['0af', '#00aaff'],
  [' #00AAFF ', '#00aaff'],
  ['#00aaff80', null],
  ['red;}', null],
  ['', null],
])('the color %j', (entered, expected) => expect(parseHexColor(entered)).toBe(expected));
