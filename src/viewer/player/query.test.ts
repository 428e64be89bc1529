import { expect, it } from 'vitest';
import { startOf } from './query.ts';

const on = { autoplay: true, mute: true };
const off = { autoplay: false, mute: false };

it.each([
  ['', on, on],
  ['', off, off],
  ['?autoplay=1&mute=yes', off, on],
  ['?autoplay=TRUE&mute=on', off, on],
  ['?autoplay=0&mute=no', on, off],
  ['?autoplay=', on, { autoplay: false, mute: true }],
  ['?stats=1&color=ff0000', off, off],
])('%s', (search, settings, expected) => expect(startOf(search, settings)).toEqual(expected));
