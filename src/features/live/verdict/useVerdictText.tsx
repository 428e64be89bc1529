import { useTranslation } from 'react-i18next';
import { clockOf, formatCalmSpan, formatNumber } from '../../../i18n/format.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { type Sentence, type Tally, wantedOf } from '../../../media/verdict/verdictTypes.ts';
import { useCountsText } from '../publication/useCountsText.tsx';

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

/** The publications in a sentence of their own; null where there are none. */
export function useCountsSentence(): (tally: Tally) => string | null {
  const { t } = useTranslation();
  const counts = useCountsText();
  return (tally) => {
    if (wantedOf(tally) > 0) return `${t('Publications: {{counts}}', { counts: counts(tally) })}.`;
    return tally.off > 0 ? t('No publication is switched on.') : null;
  };
}

/** Sentences on something else than the publications say of them what becomes of them. */
function useBesidesText({ kind, fault, severity, tally }: Verdict): string | null {
  const { t } = useTranslation();
  const counts = useCountsSentence();
  const { waiting, kept } = tally;
  if (['live', 'destination', 'held', 'cut', 'covered'].includes(kind)) return counts(tally);
  if (fault !== 'source' && kind !== 'broken' && severity !== 'busy') return null;
  // As a stream starts, all of them wait anyway.
  if (kept === 0 && (waiting === 0 || severity === 'busy')) return null;
  return t('{{count}} publications wait and continue automatically.', {
    count: waiting + kept,
    defaultValue_one: '{{count}} publication waits and continues automatically.',
  });
}

export function useVerdictText(verdict: Verdict): string[] {
  const inWords = useSentenceText();
  const besides = useBesidesText(verdict);
  const said = verdict.sentences.flatMap((sentence) => (sentence.text === '' ? [] : [inWords(sentence)]));
  return besides === null ? said : [...said, besides];
}
