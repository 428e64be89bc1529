import { useTranslation } from 'react-i18next';
import { msg } from '../../../i18n/msg.ts';
import { type SendingStatus, type Tally, wantedOf } from '../../../media/verdict/verdictTypes.ts';

/** Of what is not live; what is about to be is only counted as not live yet. */
const PARTS: readonly (readonly [status: SendingStatus, text: string])[] = [
  ['failing', msg('{{n}} failing')],
  ['kept', msg('{{n}} kept')],
  ['waiting', msg('{{n}} waiting')],
  ['stalled', msg('{{n}} sending nothing')],
  ['unknown', msg('{{n}} unknown')],
  ['off', msg('{{n}} off')],
];

/** "2 of 3 live, 1 failing, 1 off": publications are counted like this everywhere; '' where there are none. */
export function useCountsText(): (tally: Tally) => string {
  const { t } = useTranslation();
  return (tally) => {
    const wanted = wantedOf(tally);
    if (wanted > 0 && tally.unknown === wanted) return t('State unknown');
    return [
      ...(wanted > 0 ? [t('{{n}} of {{m}} live', { n: tally.live, m: wanted })] : []),
      ...PARTS.flatMap(([status, text]) => (tally[status] > 0 ? [t(text, { n: tally[status] })] : [])),
    ].join(', ');
  };
}
