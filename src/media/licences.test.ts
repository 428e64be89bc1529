import { expect, it } from 'vitest';
import { DEFAULT_LICENCE, licenceOf, licences } from './licences.ts';

it('has unique ids and the default among them', () => {
  expect(new Set(licences.map(({ id }) => id)).size).toBe(licences.length);
  expect(licences.map(({ id }) => id)).toContain(DEFAULT_LICENCE);
});

it.each([
  ['CC BY-NC-SA 4.0', 'https://creativecommons.org/licenses/by-nc-sa/4.0/', 'by-nc-sa'],
  ['CC BY 3.0', 'https://creativecommons.org/licenses/by/3.0/', 'by'],
  ['CC0 1.0', 'https://creativecommons.org/publicdomain/zero/1.0/', 'cc-zero'],
  ['none', null, null],
])('links %s', (id, link, badge) => expect(licenceOf(id)).toMatchObject({ id, link, badge }));

it('does not know what nobody wrote', () => expect(licenceOf('GPL 3.0')).toBeNull());
