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

it.each(rows)("explains the core's message: %s", (said, meaning) => expect(coreMessageMeaning(said)).toMatch(meaning));

it('returns null for an unknown message', () => expect(coreMessageMeaning('flux capacitor missing')).toBeNull());

it.each(languages.filter(({ code }) => code !== 'en').map(({ code }) => code))(
  'the explanations are translated into %s',
  async (code) => {
    const texts = await loadTexts(code);
    const missing = rows
      .map(([said]) => coreMessageMeaning(said) ?? '')
      .filter((text) => !texts[text] || texts[text] === text);
    expect(missing, `translate these in assets/locales/${code}.json`).toEqual([]);
  },
);
