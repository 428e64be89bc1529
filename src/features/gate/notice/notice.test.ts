import i18next, { type i18n } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { loadTexts } from '../../../i18n/languages.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { openStore } from '../../../testing/openStore.ts';
import { reasonValue } from '../host/catchSagaErrors.ts';
import { noticeText } from './noticeText.ts';
import { noticed } from './slice.ts';

const german: i18n = i18next.createInstance();
beforeAll(async () => {
  const translation = { ...(await loadTexts('de')), Settings: 'Einstellungen', 'Main channel not found': 'Fehlt' };
  await german.init({
    lng: 'de',
    resources: { de: { translation } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

it.each([
  ['a name that is also a text of ours stays what it is', 'Settings', 'A Settings B'],
  ['a name that looks like a place to fill in', '{{0}} $t(Settings)', 'A {{0}} $t(Settings) B'],
  ['a reason of ours is translated', reasonValue(new CoreError(404, 'Main channel not found')), 'A Fehlt B'],
  [
    'a reason of the core is told by what it means',
    reasonValue(new CoreError(400, 'Bad request', ['not enough space on device'])),
    'A Der Speicher ist voll. Dateien löschen oder das Limit in den Einstellungen erhöhen. B',
  ],
  [
    'one that nobody has met is told as it is',
    reasonValue(new CoreError(400, 'Bad', ['Settings'])),
    'A Bad: Settings B',
  ],
])('%s', (_, value, expected) => {
  const { dispatch, getState, stop } = openStore();
  dispatch(noticed('error', 'A {{0}} B', value));
  expect(getState().notice.shown.map((notice) => noticeText(notice, german.t))).toEqual([expected]);
  stop();
});

it('keeps what went wrong of many notices, and the last few', () => {
  const { dispatch, getState, stop } = openStore();
  for (let i = 0; i < 100; i += 1) dispatch(noticed(i % 10 === 0 ? 'error' : 'success', 'n{{0}}', `${i}`));
  const kept = getState().notice.shown.map(({ values }) => values[0]);
  expect(kept).toEqual([...Array.from({ length: 10 }, (_, i) => `${i * 10}`), '96', '97', '98', '99']);
  stop();
});

it('shows the same words about two things twice, and about one once', () => {
  const { dispatch, getState, stop } = openStore();
  for (const name of ['A', 'B', 'A']) dispatch(noticed('error', '{{0}}: {{1}}', name, { text: 'no' }));
  expect(getState().notice.shown.map(({ values }) => values[0])).toEqual(['B', 'A']);
  stop();
});

it.each([
  'Error in -user_agent "Ana Pereira" -i x',
  'Error applying movie=rtsp\\\\://admin\\\\:hunter2@cam\\\\:554/x',
  'Server error: stream abcd1234efgh is in use',
])('hides what a report hides: %s', (text) => {
  const { dispatch, getState, stop } = openStore();
  dispatch(noticed('error', 'A {{0}} B', text));
  dispatch(noticed('error', 'C {{0}} D', reasonValue(new CoreError(400, 'Bad', [text]))));
  const [plain, reason] = getState().notice.shown.map(({ values }) => values);
  expect(maskText(text)).not.toBe(text);
  expect(plain).toEqual([maskText(text)]);
  expect(reason).toEqual([{ text: `Bad: ${maskText(text)}` }]);
  stop();
});
