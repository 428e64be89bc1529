import { expect, it } from 'vitest';
import { homeIntentOf } from './Home.tsx';

it.each([
  [{ select: 'a' }, { select: 'a' }],
  [
    { select: 'a', edit: true },
    { select: 'a', edit: true },
  ],
  [{ create: 'Studio', idx: 3 }, { create: 'Studio' }],
  [{ select: 7 }, null],
  [{ after: 'source' }, null],
  ['select', null],
  [null, null],
])('the state %j of a place asks for %j', (state, intent) => expect(homeIntentOf(state)).toEqual(intent));
