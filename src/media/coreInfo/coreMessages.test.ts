import { expect, it } from 'vitest';
import { languages, loadTexts } from '../../i18n/languages.ts';
import { coreMessageMeaning } from './coreMessages.ts';

const rows: readonly (readonly [said: string, meaning: RegExp])[] = [
  ['Bad request: not enough space on device', /storage is full/],
  ['Bad request: File is too big', /too large/],
  ['Command failed: max. number of running processes (1) reached', /as many processes/],
  ["the address for output '#a:o' is invalid: address is not allowed", /do not allow this address/],
  ['Command failed: unknown process', /no longer exists/],
  ['Unauthorized: Missing or invalid JWT token', /has expired or was ended/],
];

it.each(rows)("the core's message is explained: %s", (message, meaning) =>
  expect(coreMessageMeaning(message)).toMatch(meaning),
);

it('an unknown message of the core has no explanation', () =>
  expect(coreMessageMeaning('flux capacitor missing')).toBeNull());

it.each(languages.filter(({ code }) => code !== 'en').map(({ code }) => code))(
  'the explanations of core messages are translated into %s',
  async (code) => {
    const texts = await loadTexts(code);
    const missing = rows
      .map(([message]) => coreMessageMeaning(message) ?? '')
      .filter((text) => !texts[text] || texts[text] === text);
    expect(missing, `translate these in assets/locales/${code}.json`).toEqual([]);
  },
);
