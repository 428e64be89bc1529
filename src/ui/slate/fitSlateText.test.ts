import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/randomFrom.ts';
import { fitSlateText, TEXT_AREA } from './fitSlateText.ts';

/** European letters are half as wide as high, East Asian ones as wide as high. */
const measure = (text: string, size: number) =>
  [...text].reduce((sum, sign) => sum + (/[\u2e80-\uffff]/.test(sign) ? 1 : 0.5), 0) * size;

const fitted = (text: string) => fitSlateText(text, measure);
const wordOf = (count: number, length = 5) => Array.from({ length: count }, () => 'w'.repeat(length)).join(' ');

describe('the text of a standby image', () => {
  it.each([
    ['a short text, as large as possible', "We'll be right back", 132, ["We'll be right back"]],
    ['two paragraphs', 'Pause\n\nBis gleich', 132, ['Pause', '', 'Bis gleich']],
    ['none', '  \n ', 132, []],
    ['line ends of all kinds', 'a\r\nb\rc\u2028d', 132, ['a', 'b', 'c', 'd']],
    ['invisible characters', 'a\u0000\u202eb\ud800', 132, ['ab\ufffd']],
  ])('has size and lines for %s', (_, text, size, lines) =>
    expect([fitted(text).size, fitted(text).lines.map((line) => line.text)]).toEqual([size, lines]),
  );

  it.each([
    ['Arabic', 'سنعود قريبًا', [true]],
    ['Hebrew after a number', '5 דקות', [true]],
    ['Persian with Latin in it', 'پخش YouTube', [true]],
    ['Latin with Arabic in it', 'YouTube سنعود', [false]],
    ['each paragraph by itself', 'سنعود\nBack soon', [true, false]],
    ['symbols only', '… 10:30', [false]],
  ])('has a direction for %s', (_, text, rtl) => expect(fitted(text).lines.map((line) => line.rtl)).toEqual(rtl));

  it.each([
    ['500 signs in words', wordOf(84)],
    ['500 signs without a blank', 'w'.repeat(500)],
    ['500 signs of Japanese', 'しばらくお待ちください'.repeat(45)],
    ['500 paragraphs', Array.from({ length: 250 }, () => 'a').join('\n')],
    ['10,000 signs', wordOf(1700)],
    ['emoji with joints', '👩‍👩‍👧‍👦'.repeat(45)],
    ['many marks on a letter', `a${'\u0301'.repeat(499)}`],
  ])('stays within the image with %s', (_, text) => {
    const { size, lines } = fitted(text);
    expect(size).toBeGreaterThanOrEqual(TEXT_AREA.smallest);
    expect(lines.length * size * TEXT_AREA.lineHeight).toBeLessThanOrEqual(TEXT_AREA.height);
    for (const line of lines)
      if ([...line.text].length > 1 && !/\u0301|\u200d/.test(line.text))
        expect(measure(line.text, size)).toBeLessThanOrEqual(TEXT_AREA.width);
  });

  it('loses no letter of a text that may be stored', () => {
    const random = randomFrom(55);
    const letters = 'ab cä ъ 字 \n-. مرحبا';
    for (let n = 0; n < 200; n += 1) {
      const text = Array.from(
        { length: 1 + Math.floor(random() * 499) },
        () => letters[Math.floor(random() * letters.length)],
      ).join('');
      const lines = fitted(text).lines.map((line) => line.text);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }
  });
});
