import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';
import type { DifferenceRow, Word } from '../../media/revision/describeDifferences.ts';
import { changeText } from '../shared/changeText.ts';

type Translate = (text: string) => string;

const wordText = (word: Word, t: Translate): string =>
  typeof word === 'string' ? sanitizeDisplayText(word) : t(word.text);

/** `isAdded`: only the value afterwards. */
export function differenceText({ field, before, after }: DifferenceRow, t: Translate, isAdded = false): string {
  const label = field.map((word) => wordText(word, t)).join(' › ');
  const value = wordText(after, t);
  return `${label}: ${isAdded ? value : changeText(wordText(before, t), value, t)}`;
}
