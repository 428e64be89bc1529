import { expect, it } from 'vitest';
import { hostileTexts } from '../fixtures/hostileTexts.ts';
import { startOf } from './startParameters.ts';

const color = { seekbar: '#010203', buttons: '#ffffff' };
const on = { autoplay: true, mute: true, statistics: true, color };
const off = { autoplay: false, mute: false, statistics: false, color };

it.each([
  ['', on, on],
  ['', off, off],
  ['?autoplay=1&mute=yes', off, { ...off, autoplay: true, mute: true }],
  ['?autoplay=TRUE&mute=on', off, { ...off, autoplay: true, mute: true }],
  ['?autoplay=0&mute=no', on, { ...on, autoplay: false, mute: false }],
  ['?autoplay=', on, { ...on, autoplay: false }],
  ['?stats=1', off, { ...off, statistics: true }],
  ['?stats=no', on, { ...on, statistics: false }],
  ['?color=ff0000', off, { ...off, color: { ...color, buttons: '#ff0000' } }],
  ['?color=%230af', off, { ...off, color: { ...color, buttons: '#00aaff' } }],
  ['?color=red', off, off],
])('reads the start parameters of "%s"', (search, settings, expected) =>
  expect(startOf(search, settings)).toEqual(expected),
);

it.each(hostileTexts)('the start parameters ignore the hostile text %j', (text) => {
  const query = new URLSearchParams({ autoplay: text, mute: text, stats: text, color: text });
  expect(startOf(`?${query}`, off)).toEqual(off);
});
