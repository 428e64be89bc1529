import { useTranslation } from 'react-i18next';
import { clockOf, formatCalmSpan, formatNumber } from '../../../i18n/format.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { type Sentence, wantedOf } from '../../../media/verdict/verdictTypes.ts';

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

export function useVerdictText({ kind, fault, sentences, tally }: Verdict): string[] {
  const { t } = useTranslation();
  const inWords = useSentenceText();
  const { live, waiting, off } = tally;
  const on = wantedOf(tally);

  function besides(): string | null {
    if (kind === 'destination') return t('{{n}} of {{m}} publications are live.', { n: live, m: on });
    if ((fault === 'source' || kind === 'broken') && waiting > 0)
      return t('{{count}} publications wait and continue automatically.', {
        count: waiting,
        defaultValue_one: '{{count}} publication waits and continues automatically.',
      });
    if (kind !== 'live' || on + off === 0) return null;
    if (on === 0) return t('No publication is switched on.');
    if (live < on) return t('{{n}} of {{m}} publications are live.', { n: live, m: on });
    return t('All {{count}} publications are live.', { count: on, defaultValue_one: 'The publication is live.' });
  }

  const said = sentences.flatMap((sentence) => (sentence.text === '' ? [] : [inWords(sentence)]));
  const last = besides();
  return last === null ? said : [...said, last];
}
