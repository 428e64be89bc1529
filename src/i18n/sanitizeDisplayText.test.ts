import { expect, it } from 'vitest';
import { inSentence, sanitizeDisplayText } from './sanitizeDisplayText.ts';

it.each([
  ['a plain name', 'Bühne 1 · 漢字 👩‍👩‍👧 Zürich', 'Bühne 1 · 漢字 👩‍👩‍👧 Zürich'],
  ['line feeds and other controls', 'a\r\nb\tc\u0000d\u2028e', 'a b c d e'],
  ['direction overrides', 'evil\u202egpj.exe\u2066x\u2069\u200f', 'evilgpj.exex'],
  ['stacked combining marks', `z${'\u0301'.repeat(500)}a`, `z${'\u0301'.repeat(4)}a`],
  ['an empty text', '', ''],
])('sanitizes %s', (_, text, shown) => expect(sanitizeDisplayText(text)).toBe(shown));

it('limits the length of any input without splitting a character', () => {
  expect(sanitizeDisplayText('x'.repeat(100_000))).toBe(`${'x'.repeat(200)} …`);
  expect(sanitizeDisplayText('🙂'.repeat(500), 3)).toBe('🙂 …');
  expect(sanitizeDisplayText(`a${'\u0301'.repeat(100_000)}b`).length).toBeLessThan(210);
  expect(sanitizeDisplayText('x'.repeat(201), 4000)).toBe('x'.repeat(201));
});

it('keeps the text direction of the sentence', () => {
  expect(inSentence('Studio')).toBe('Studio');
  expect(inSentence('אולפן')).toBe('\u2068אולפן\u2069');
});
