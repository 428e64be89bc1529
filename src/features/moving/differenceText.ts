import type { DifferenceRow, Word } from '../../media/revision/describeDifferences.ts';
import { changeText } from '../shared/changeText.ts';

/** How to show a word of a difference, and how to translate a text. */
interface Language {
  word: (word: Word) => string;
  t: (text: string) => string;
}

/** `isAdded`: only the value afterwards. */
export function differenceText(
  { field, before, after }: DifferenceRow,
  { word, t }: Language,
  isAdded = false,
): string {
  const label = field.map(word).join(' › ');
  return `${label}: ${isAdded ? word(after) : changeText(word(before), word(after), t)}`;
}
