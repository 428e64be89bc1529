/** Text area and font sizes, in pixels of the image. */
export const TEXT_AREA = { width: 1600, height: 860, largest: 132, smallest: 28, lineHeight: 1.3 };

/** `rtl`: its paragraph starts with a right-to-left script. */
export interface SlateLine {
  text: string;
  rtl: boolean;
}

export interface FittedText {
  size: number;
  lines: readonly SlateLine[];
}

export type MeasureText = (text: string, size: number) => number;

const STEP = 4;
// Control characters and direction overrides.
const INVISIBLE = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const isRtl = (paragraph: string) => RTL.test(/\p{L}/u.exec(paragraph)?.[0] ?? '');

const cleaned = (text: string) =>
  text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const joinLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Uses the largest font size that fits, breaking between words of any script; many short lines are joined. */
export function fitSlateText(text: string, measure: MeasureText): FittedText {
  const cleanText = cleaned(text);
  const { largest, smallest } = TEXT_AREA;
  for (const each of [cleanText, joinLines(cleanText)])
    for (let size = largest; size >= smallest; size -= STEP) {
      const lines = linesOf(each, (line) => measure(line, size));
      if (lines.length * size * TEXT_AREA.lineHeight <= TEXT_AREA.height) return { size, lines };
    }
  return { size: smallest, lines: linesOf(cleanText, (line) => measure(line, smallest)).slice(0, MOST_LINES) };
}

const MOST_LINES = Math.floor(TEXT_AREA.height / (TEXT_AREA.smallest * TEXT_AREA.lineHeight));

function linesOf(text: string, widthOf: (line: string) => number): SlateLine[] {
  if (text === '') return [];
  return text
    .split('\n')
    .flatMap((paragraph) => broken(paragraph, widthOf).map((line) => ({ text: line, rtl: isRtl(paragraph) })));
}

function broken(paragraph: string, widthOf: (line: string) => number): string[] {
  const fits = (line: string) => widthOf(line.trimEnd()) <= TEXT_AREA.width;
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(paragraph)) {
    if (fits(line + word)) {
      line += word;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
    // A word wider than the image is broken anywhere.
    for (const sign of fits(word) ? [word] : graphemes(word)) {
      if (fits(line + sign)) line += sign;
      else {
        lines.push(line);
        line = sign;
      }
    }
  }
  return [...lines, line.trim()];
}

const inWords = new Intl.Segmenter(undefined, { granularity: 'word' });
const inGraphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemes = (text: string) => [...inGraphemes.segment(text)].map(({ segment }) => segment);

/** Punctuation and spaces stay with the previous word. */
function wordsOf(paragraph: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of inWords.segment(paragraph)) {
    const last = words.at(-1);
    if (last === undefined || isWordLike || /\s$/.test(last)) words.push(segment);
    else words[words.length - 1] = last + segment;
  }
  return words;
}
