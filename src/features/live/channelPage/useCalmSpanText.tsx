import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import { formatCalmSpan } from '../../../i18n/format.ts';
import { type CalmSpan, calmSpanOf } from '../../../media/timeline/calmSpan.ts';
import type { Verdict } from '../../../media/verdict/verdict.ts';
import { wantedOf } from '../../../media/verdict/verdictTypes.ts';
import { watchedStatusIn } from '../status/selectors.ts';
import type { WithStatus } from '../status/slice.ts';
import { historyIn, type WithHistory } from '../timeline/slice.ts';

/** The core tells whole seconds: one more or less is the same beginning. */
const SAME_MS = 2000;

function calmSpanIn(state: WithStatus & WithHistory, channel: string): CalmSpan | null {
  const status = watchedStatusIn(state);
  if (status?.ingest?.progress.status !== 'connected') return null;
  const {
    seenAt,
    ingest: { progress },
    egresses,
  } = status;
  if (progress.uptimeSeconds === null) return null;
  const source = seenAt - progress.uptimeSeconds * 1000;
  const publications = Object.values(egresses).flatMap(({ progress: sent }) =>
    sent.status === 'connected' && sent.uptimeSeconds !== null ? [seenAt - sent.uptimeSeconds * 1000] : [],
  );
  return calmSpanOf(historyIn(state, channel), { source, publications }, seenAt);
}

const isSame = (a: CalmSpan | null, b: CalmSpan | null) =>
  shallowEqual(a, b) || (a?.watched === b?.watched && Math.abs((a?.since ?? 0) - (b?.since ?? 0)) < SAME_MS);

/** How well it goes, where all that is wanted is live and goes somewhere; null: there is something else to say. */
export function useCalmSpanText(channel: string, { kind, tally }: Verdict, now: number): string | null {
  const { t, i18n } = useTranslation();
  const span = useSelector((state: WithStatus & WithHistory) => calmSpanIn(state, channel), isSame);
  if (kind !== 'live' || !span || tally.live === 0 || tally.live < wantedOf(tally)) return null;
  const time = formatCalmSpan((now - span.since) / 1000, i18n.language);
  return span.watched
    ? t('All good for {{time}}: {{count}} destinations, no drops.', {
        time,
        count: tally.live,
        defaultValue_one: 'All good for {{time}}: {{count}} destination, no drops.',
      })
    : t('Live for {{time}}: {{count}} destinations, no drops.', {
        time,
        count: tally.live,
        defaultValue_one: 'Live for {{time}}: {{count}} destination, no drops.',
      });
}
