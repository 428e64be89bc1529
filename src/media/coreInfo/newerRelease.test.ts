import { expect, it } from 'vitest';
import { releasesIn } from './newerRelease.ts';

it.each([
  ['a newer one', { latest_version: 'v1.2.0' }, '1.2.0', false],
  ['a newer one of ten', { latest_version: 'sluice-v1.10.0' }, '1.10.0', false],
  ['the same', { latest_version: 'v1.1.0' }, null, false],
  ['an older one', { latest_version: 'v1.0.9' }, null, false],
  ['a service', { latest_version: 'v1.0.9', service_version: 'service v1.0.0' }, null, true],
  ['a service to come', { service_version: 'v0.9.9' }, null, false],
  ['no release', { latest_version: '<b>9</b>', service_version: '2' }, null, false],
  ['other kinds', { latest_version: 9, service_version: {} }, null, false],
  ['nothing', null, null, false],
])('%s', (_, raw, newer, service) => {
  expect(releasesIn(raw, '1.1.0')).toEqual({ newer, service });
});

it('finds no newer release for a text that is no release', () =>
  expect(releasesIn({ latest_version: 'v9.0.0' }, 'development').newer).toBeNull());
