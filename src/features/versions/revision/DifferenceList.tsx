import { useTranslation } from 'react-i18next';
import { inSentence } from '../../../i18n/sanitizeDisplayText.ts';
import type { DifferenceRow, Phrase, Word } from '../../../media/revision/describeDifferences.ts';

/** Values before and after, by what they belong to; on lines of their own, as both can be long. Secrets are masked already. */
export function DifferenceList({ rows }: { rows: readonly DifferenceRow[] }) {
  const { phrase, word } = useDifferenceTexts();
  return (
    <>
      {rows.map(({ subject, field, before, after }) => {
        const label = [phrase(subject), ...field.map(word)].join(' · ');
        return (
          <div key={label}>
            <p className="dim small">{label}</p>
            <p>{`${word(before)} → ${word(after)}`}</p>
          </div>
        );
      })}
    </>
  );
}

export function useDifferenceTexts() {
  const { t } = useTranslation();
  return {
    phrase: ({ text, values }: Phrase): string =>
      t(text, Object.fromEntries(values.map((value, i) => [String(i), inSentence(value)]))),
    word: (word: Word): string => (typeof word === 'string' ? inSentence(word) : t(word.text)),
  };
}
