import { useTranslation } from 'react-i18next';
import { clockOf, formatCalmSpan, formatNumber } from '../../../i18n/format.ts';
import { sentenceText } from '../../../media/verdict/sentenceText.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { type Sentence, type Tally, wantedOf } from '../../../media/verdict/verdictTypes.ts';
import { useCountsText } from '../publication/useCountsText.tsx';

export function useSentenceText(): (sentence: Sentence) => string {
  const { t, i18n } = useTranslation();
  const clock = clockOf(i18n.language);
  return (sentence) =>
    sentenceText(sentence, {
      translate: (text, values) => t(text, { ...values }),
      number: (value, decimals) => formatNumber(value, i18n.language, decimals),
      clock: (at) => clock(at / 1000),
      span: (seconds) => formatCalmSpan(seconds, i18n.language),
    });
}

export function useCountsSentence(): (tally: Tally) => string | null {
  const { t } = useTranslation();
  const counts = useCountsText();
  return (tally) => {
    if (wantedOf(tally) > 0) return `${t('Publications: {{counts}}', { counts: counts(tally) })}.`;
    return tally.off > 0 ? t('No publication is switched on.') : null;
  };
}

/** Adds a sentence about waiting publications to a verdict on something else. */
function useBesidesText({ kind, fault, severity, tally }: Verdict): string | null {
  const { t } = useTranslation();
  const counts = useCountsSentence();
  const { waiting, kept } = tally;
  if (['live', 'destination', 'held', 'cut', 'covered'].includes(kind)) return counts(tally);
  if (fault !== 'source' && kind !== 'broken' && severity !== 'busy') return null;
  // During a start, all publications wait anyway.
  if (kept === 0 && (waiting === 0 || severity === 'busy')) return null;
  return t('{{count}} publications wait and continue automatically.', {
    count: waiting + kept,
    defaultValue_one: '{{count}} publication waits and continues automatically.',
  });
}

export function useVerdictText(verdict: Verdict): string[] {
  const inWords = useSentenceText();
  const extra = useBesidesText(verdict);
  const texts = verdict.sentences.flatMap((sentence) => (sentence.text === '' ? [] : [inWords(sentence)]));
  return extra === null ? texts : [...texts, extra];
}
