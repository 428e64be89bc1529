import { expect, it } from 'vitest';
import { languages } from '../../i18n/languages.ts';
import { CAUSES } from './causes.ts';
import { shortCauseTitle } from './causeTexts.ts';

/** Characters that fit in a row on a phone. */
const ROOM = 24;

it.each(languages)('each cause has a distinct short title in $name that fits in a row', async ({ load }) => {
  const { default: translated } = await load();
  for (const cause of CAUSES) {
    const text = shortCauseTitle(cause, 'target');
    const shown = translated[text] ?? text;
    expect(shown.length, `shorten "${shown}" (${cause}) to ${ROOM} characters`).toBeLessThanOrEqual(ROOM);
    expect(shown, cause).not.toBe('');
  }
});
