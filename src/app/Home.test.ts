import { expect, it } from 'vitest';
import { homeIntentOf } from './Home.tsx';

it.each([
  [{ select: 'a' }, { select: 'a' }],
  [{ create: 'Studio', idx: 3 }, { create: 'Studio' }],
  [{ select: 7 }, null],
  [{ after: 'source' }, null],
  ['select', null],
  [null, null],
])('the state %j of a place wishes %j', (state, wish) => expect(homeIntentOf(state)).toEqual(wish));
