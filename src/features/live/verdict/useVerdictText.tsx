import { useTranslation } from 'react-i18next';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { wantedOf } from '../../../media/verdict/verdictTypes.ts';
import { useSentenceText } from './useSentenceText.tsx';

/** The words of a verdict in the language of the page, one sentence each. */
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
