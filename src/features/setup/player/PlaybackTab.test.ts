import { afterEach, expect, it, vi } from 'vitest';
import { localTimeOf, storedTimeOf } from './PlaybackTab.tsx';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['Europe/Berlin', '2026-12-24T18:00:00Z', '2026-12-24T19:00'],
  ['Europe/Berlin', '2026-07-24T18:00:00Z', '2026-07-24T20:00'],
  ['America/New_York', '2027-01-01T03:30:00Z', '2026-12-31T22:30'],
  ['Asia/Kolkata', '2026-12-24T18:00:00Z', '2026-12-24T23:30'],
])('the playback tab shows in the time zone %s the time %s as %s', (zone, stored, local) => {
  vi.stubEnv('TZ', zone);
  expect(localTimeOf(stored)).toBe(local);
  expect(storedTimeOf(local)).toBe(stored);
});

it('the playback tab reads a stored time with an offset', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(localTimeOf('2026-12-24T18:00:30.5+03:00')).toBe('2026-12-24T16:00');
});

it.each(['', 'soon', '2026-13-01T00:00', '22026-01-01T00:00'])('the playback tab stores no time for %j', (entered) =>
  expect(storedTimeOf(entered)).toBe(''),
);
it.each(['', 'soon'])('the playback tab shows no time for %j', (stored) => expect(localTimeOf(stored)).toBe(''));
