import { expect, it } from 'vitest';
import { isMatch } from './matchChannelName.ts';

it.each([
  ['Studio A', '', true],
  ['Studio A', ' ', true],
  ['Studio A', 'stud', true],
  ['Studio A', 'a studio', true],
  ['Fête d’été', 'FETE ete', true],
  ['Straße', 'straße', true],
  ['Кухня', 'кух', true],
  ['Studio A', 'b', false],
  ['Studio A', 'studio b', false],
])('the channel %j matches the search %j: %s', (name, typed, found) => expect(isMatch(name, typed)).toBe(found));
