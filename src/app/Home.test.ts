import { expect, it } from 'vitest';
import { homeIntentOf, isAbout } from './Home.tsx';

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

it.each([
  ['#/abc', true],
  ['#/abc/', true],
  ['#/abc/publication/player', true],
  ['#/abc?from=1', true],
  // Pasted with the point of the sentence, or of another channel.
  ['#/abc.', false],
  ['#/abcd/edit', false],
  ['#/', false],
  ['', false],
])('%s is about the channel abc: %s', (hash, about) => expect(isAbout('abc', hash)).toBe(about));
