import { useTranslation } from 'react-i18next';
import { msg } from '../../../i18n/msg.ts';
import { type SendingStatus, type Tally, wantedOf } from '../../../media/verdict/verdictTypes.ts';

/** Parts for statuses other than live. A starting publication only counts as not live yet. */
const PARTS: readonly (readonly [statuses: readonly SendingStatus[], text: string])[] = [
  [['failing'], msg('{{n}} failing')],
  [['waiting', 'kept'], msg('{{n}} waiting')],
  [['stalled'], msg('{{n}} sending nothing')],
  [['unknown'], msg('{{n}} unknown')],
  [['off'], msg('{{n}} off')],
];

export function countsOf(tally: Tally): readonly { text: string; n: number; m?: number }[] {
  const total = wantedOf(tally);
  if (total > 0 && tally.unknown === total) return [{ text: msg('State unknown'), n: total }];
  return [
    ...(total > 0 ? [{ text: msg('{{n}} of {{m}} live'), n: tally.live, m: total }] : []),
    ...PARTS.map(([statuses, text]) => ({ text, n: statuses.reduce((sum, status) => sum + tally[status], 0) })).filter(
      ({ n }) => n > 0,
    ),
  ];
}

/** Formats like "2 of 3 live, 1 failing, 1 off". */
export function useCountsText(): (tally: Tally) => string {
  const { t } = useTranslation();
  return (tally) =>
    countsOf(tally)
      .map(({ text, ...values }) => t(text, values))
      .join(', ');
}
