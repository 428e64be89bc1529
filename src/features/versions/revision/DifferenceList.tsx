import { useTranslation } from 'react-i18next';
import { inSentence } from '../../../i18n/sanitizeDisplayText.ts';
import type { DifferenceRow, Phrase, Word } from '../../../media/revision/describeDifferences.ts';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';

/** Values before and after, by what they belong to. Secrets are masked already. */
export function DifferenceList({ rows }: { rows: readonly DifferenceRow[] }) {
  const { phrase, word } = useDifferenceTexts();
  return (
    <DescriptionList>
      {rows.map(({ subject, field, before, after }) => {
        const label = [phrase(subject), ...field.map(word)].join(' · ');
        return (
          <Description key={label} label={label}>
            {`${word(before)} → ${word(after)}`}
          </Description>
        );
      })}
    </DescriptionList>
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
