import { expect, it } from 'vitest';
import { newChannelIntentOf } from './HomeRedirect.tsx';

it.each([
  [{ create: 'Studio', idx: 3 }, { create: 'Studio' }],
  [{ create: 7 }, null],
  [{ after: 'source' }, null],
  ['create', null],
  [null, null],
])('the state %j of a place asks for %j', (state, intent) => expect(newChannelIntentOf(state)).toEqual(intent));
