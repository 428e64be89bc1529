import { useTranslation } from 'react-i18next';
import { clockOf, formatCalmSpan, formatNumber } from '../../../i18n/format.ts';
import type { Sentence } from '../../../media/verdict/verdictTypes.ts';

/** Puts a sentence into the language of the page. */
export function useSentenceText(): (sentence: Sentence) => string {
  const { t, i18n } = useTranslation();
  const clock = clockOf(i18n.language);
  const filledIn = (value: Sentence['values'][string]) => {
    if (typeof value !== 'object') return value;
    if ('tenths' in value) return formatNumber(value.tenths, i18n.language, Number.isInteger(value.tenths) ? 0 : 1);
    if ('text' in value) return t(value.text);
    return 'at' in value ? clock(value.at / 1000) : formatCalmSpan(value.seconds, i18n.language);
  };
  return ({ text, values }) =>
    t(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filledIn(value)] as const)));
}
