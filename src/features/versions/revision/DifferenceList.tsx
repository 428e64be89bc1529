import { useTranslation } from 'react-i18next';
import { inSentence } from '../../../i18n/sanitizeDisplayText.ts';
import {
  type DifferenceRow,
  existenceChange,
  type Phrase,
  type Word,
} from '../../../media/revision/describeDifferences.ts';
import { changeText } from '../../shared/changeText.ts';

interface DifferenceListProps {
  rows: readonly DifferenceRow[];
  /** Not done yet. */
  isPlan?: boolean;
}

/** Values before and after, by what they belong to; on lines of their own, as both can be long. Secrets are masked already. */
export function DifferenceList({ rows, isPlan = false }: DifferenceListProps) {
  const { t } = useTranslation();
  const { phrase, word } = useDifferenceTexts();
  const whole = isPlan
    ? { created: t('Is created'), deleted: t('Is deleted') }
    : { created: t('Created'), deleted: t('Deleted') };
  return (
    <>
      {rows.map(({ subject, field, before, after }) => {
        const change = existenceChange({ before, after });
        const label = [phrase(subject), ...field.map(word)].join(' · ');
        return (
          <div key={label}>
            <p className="dim small">{label}</p>
            <p>{change ? whole[change] : changeText(word(before), word(after), t)}</p>
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
