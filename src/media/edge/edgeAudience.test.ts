import { expect, it } from 'vitest';
import { edgeAudienceOf, edgeViewersIn } from './edgeAudience.ts';

it.each<[unknown, number | null]>([
  [{ at: 1, viewers: 9, most: 0, channels: { live: 7, other: 2 } }, 7],
  [{ channels: {} }, 0],
  [{ channels: JSON.parse('{"__proto__":{"live":3}}') }, 0],
  [{ channels: { live: -1 } }, null],
  [{ channels: { live: 1.5 } }, null],
  [{ channels: { live: '7' } }, null],
  [{ channels: [] }, null],
  [{}, null],
  ['<!doctype html>', null],
  [null, null],
])('the edge status %j has %j viewers', (status, viewers) => expect(edgeViewersIn(status, 'live')).toBe(viewers));

it('the viewers of the edges that respond are added up', () => {
  const statuses = [{ channels: { live: 7 } }, null, { channels: { live: 5 } }];
  expect(edgeAudienceOf(statuses, 'live')).toEqual({ viewers: 12, edges: 3, answered: 2 });
});
