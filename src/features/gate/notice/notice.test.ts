import i18next, { type i18n } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { loadTexts } from '../../../i18n/languages.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { openStore } from '../../../testing/openStore.ts';
import { reasonValue } from '../host/catchSagaErrors.ts';
import { noticeText } from './noticeText.ts';
import { noticed, undoOffered } from './slice.ts';

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
  ['a name equal to a text of the catalog stays untranslated', 'Settings', 'A Settings B'],
  ['a name that looks like a placeholder stays as it is', '{{0}} $t(Settings)', 'A {{0}} $t(Settings) B'],
  ['a reason from the catalog is translated', reasonValue(new CoreError(404, 'Main channel not found')), 'A Fehlt B'],
  [
    'a known message of the core is translated',
    reasonValue(new CoreError(400, 'Bad request', ['not enough space on device'])),
    'A Der Speicher ist voll. Dateien löschen oder das Limit in den Einstellungen erhöhen. B',
  ],
  [
    'an unknown message of the core stays as it is',
    reasonValue(new CoreError(400, 'Bad', ['Settings'])),
    'A Bad: Settings B',
  ],
])('fills values into the text of a notice: %s', (_, value, expected) => {
  const { dispatch, getState, stop } = openStore();
  dispatch(noticed('error', 'A {{0}} B', value));
  expect(getState().notice.shown.map((notice) => noticeText(notice, german.t))).toEqual([expected]);
  stop();
});

it('keeps errors and the last few notices of many', () => {
  const { dispatch, getState, stop } = openStore();
  for (let i = 0; i < 100; i += 1) dispatch(noticed(i % 10 === 0 ? 'error' : 'success', 'n{{0}}', `${i}`));
  const texts = getState().notice.shown.map(({ values }) => values[0]);
  expect(texts).toEqual([...Array.from({ length: 10 }, (_, i) => `${i * 10}`), '96', '97', '98', '99']);
  stop();
});

it('shows equal texts about different things separately, and about the same thing once', () => {
  const { dispatch, getState, stop } = openStore();
  for (const name of ['A', 'B', 'A']) dispatch(noticed('error', '{{0}}: {{1}}', name, { text: 'no' }));
  expect(getState().notice.shown.map(({ values }) => values[0])).toEqual(['B', 'A']);
  stop();
});

it.each([
  'Error in -user_agent "Ana Pereira" -i x',
  'Error applying movie=rtsp\\\\://admin\\\\:hunter2@cam\\\\:554/x',
  'Server error: stream abcd1234efgh is in use',
])('masks in a notice what a report masks: %s', (text) => {
  const { dispatch, getState, stop } = openStore();
  dispatch(noticed('error', 'A {{0}} B', text));
  dispatch(noticed('error', 'C {{0}} D', reasonValue(new CoreError(400, 'Bad', [text]))));
  const [plain, reason] = getState().notice.shown.map(({ values }) => values);
  expect(maskText(text)).not.toBe(text);
  expect(plain).toEqual([maskText(text)]);
  expect(reason).toEqual([{ text: `Bad: ${maskText(text)}` }]);
  stop();
});

it('only the notice about a save offers to undo it, and only the last one', () => {
  const { dispatch, getState, stop } = openStore();
  const save = { channel: 'c', at: 1 };
  const undos = () => getState().notice.shown.map(({ undo }) => undo?.at);
  dispatch(noticed('saved', 'before'));
  dispatch(undoOffered(save));
  dispatch(noticed('success', 'Publications stopped'));
  dispatch(noticed('saved', 'saved'));
  dispatch(noticed('saved', 'copied'));
  expect(undos()).toEqual([undefined, undefined, 1, undefined]);
  dispatch(undoOffered({ ...save, at: 2 }));
  dispatch(noticed('saved', 'saved again'));
  expect(undos()).toEqual([undefined, undefined, undefined, 2]);
  dispatch(undoOffered(save));
  dispatch(undoOffered());
  dispatch(noticed('saved', 'later'));
  expect(undos().at(-1)).toBeUndefined();
  stop();
});
