import { expect, it } from 'vitest';
import { newerRelease } from './newerRelease.ts';

it.each<[string, unknown, string | null]>([
  ['a newer version', { latest_version: 'sluice v1.2.0' }, '1.2.0'],
  ['a newer version with a two-digit number', { latest_version: 'sluice-v1.10.0' }, '1.10.0'],
  ['the same', { latest_version: 'sluice-v1.1.0' }, null],
  ['an older version', { latest_version: 'sluice-v1.0.9' }, null],
  ['a release of another product', { latest_version: 'restreamer-v2.12.0' }, null],
  ['a product whose name ends like Sluice', { latest_version: 'not-sluice-v2.0.0' }, null],
  ['a product whose name starts like Sluice', { latest_version: 'sluice-edge-v2.0.0' }, null],
  ['a release without a name', { latest_version: 'v2.0.0' }, null],
  ['a version without a name', { latest_version: '2.0.0' }, null],
  ['a candidate', { latest_version: 'sluice-v2.0.0-rc.1' }, null],
  ['no release', { latest_version: '<b>9</b>' }, null],
  ['another kind', { latest_version: 9 }, null],
  ['no answer', null, null],
])('a newer release is found or not in a response with %s', (_, raw, newer) =>
  expect(newerRelease(raw, '1.1.0')).toBe(newer),
);

it('a development version has no newer release', () =>
  expect(newerRelease({ latest_version: 'sluice-v9.0.0' }, 'development')).toBeNull());
