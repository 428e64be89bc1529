import { expect, it } from 'vitest';
import { type Arrival, arrivalAfter, missingSince } from './segmentArrival.ts';

/** Polls every ten seconds: the segments, with `-` if no frames flow. */
function watched(polls: readonly string[]): (number | null)[] {
  let arrival: Arrival | null = null;
  return polls.map((segments, i) => {
    arrival = arrivalAfter(arrival, segments.replace('-', ''), i * 10_000, !segments.startsWith('-'));
    return missingSince(arrival);
  });
}

it.each([
  ['steady segments', ['a', 'b', 'c', 'd', 'e'], null],
  ['no more segments', ['a', 'b', 'c', 'c', 'c', 'c'], 20_000],
  ['no segments since the start, of unknown length', ['', '', '', '', ''], 0],
  ['no segments yet', ['', '', '', ''], null],
  ['the first segment after half a minute', ['', '', '', 'a'], null],
  ['long segments', ['a', 'a', 'a', 'b', 'b', 'b', 'b', 'b'], null],
  ['long segments, then none', ['a', 'a', 'a', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b'], 30_000],
  ['no segments while nothing is sent', ['a', 'b', '-b', '-b', '-b', '-b', 'b'], null],
  ['again', ['a', 'b', 'b', 'b', 'b', 'c'], null],
])('missing segments are detected: %s', (_, polls, since) => expect(watched(polls).at(-1)).toBe(since));
