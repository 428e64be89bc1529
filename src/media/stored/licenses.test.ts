import { expect, it } from 'vitest';
import { DEFAULT_LICENSE, licenseOf, licenses } from './licenses.ts';

it('licenses have unique ids, and the default is one of them', () => {
  expect(new Set(licenses.map(({ id }) => id)).size).toBe(licenses.length);
  expect(licenses.map(({ id }) => id)).toContain(DEFAULT_LICENSE);
});

it.each([
  ['CC BY-NC-SA 4.0', 'https://creativecommons.org/licenses/by-nc-sa/4.0/', 'by-nc-sa'],
  ['CC BY 3.0', 'https://creativecommons.org/licenses/by/3.0/', 'by'],
  ['CC0 1.0', 'https://creativecommons.org/publicdomain/zero/1.0/', 'cc-zero'],
  ['none', null, null],
])('link and badge of the license %s are found', (id, link, badge) =>
  expect(licenseOf(id)).toMatchObject({ id, link, badge }),
);

it('an unknown license is null', () => expect(licenseOf('GPL 3.0')).toBeNull());
