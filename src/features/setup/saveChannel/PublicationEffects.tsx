import { useTranslation } from 'react-i18next';
import { egressOf } from '../../../api/processIds.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { ForeseenRow } from '../egress/ImpactRow.tsx';
import type { PublicationImpact } from '../egress/previewImpact.ts';
import type { Consequence } from './saveConsequence.ts';

/** More than these are folded. */
const SHOWN = 3;

const isNews = ({ fate, changes, lacks }: PublicationImpact) =>
  fate.status === 'stuck' || fate.status === 'reconnects' || changes.length > 0 || lacks.length > 0;

/** Each publication that a save does something to; those that it does not touch are in the summary. */
export function PublicationEffects({ channel, consequence }: { channel: string; consequence: Consequence | null }) {
  const { t } = useTranslation();
  const news = consequence?.publications?.filter(isNews) ?? [];
  if (news.length === 0) return null;
  const rows = (
    <ul className="foreseen small" aria-label={t('What happens to publications')}>
      {news.map((one) => (
        <ForeseenRow key={one.id} publication={one} href={formOf(channel, one.id)} />
      ))}
    </ul>
  );
  if (news.length <= SHOWN) return rows;
  return (
    <Disclosure summary={t('What happens to publications')} note={String(news.length)}>
      {rows}
    </Disclosure>
  );
}

function formOf(channel: string, id: string): string {
  const egress = egressOf(id);
  return `#/${channel}/publication/${egress?.service ?? ''}/${egress?.uuid ?? ''}`;
}

/** What a save does, in a few words: beside Save, and in the question before it. */
export function useConsequenceText(consequence: Consequence | null): string | undefined {
  const { t } = useTranslation();
  if (consequence === null) return undefined;
  const { stream, publications } = consequence;
  const number = (has: (one: PublicationImpact) => boolean) => publications?.filter(has).length ?? 0;
  const continuing = number(({ fate }) => fate.status === 'continues');
  const reconnecting = number(({ fate }) => fate.status === 'reconnects');
  const longest = Math.max(
    0,
    ...(publications ?? []).map(({ fate }) => (fate.status === 'reconnects' ? fate.seconds : 0)),
  );
  const stuck = number(({ fate, lacks }) => fate.status === 'stuck' || lacks.length > 0);
  const said = [
    stream.status === 'untouched' && t('The stream continues without interruption.'),
    stream.status === 'interrupted' && t('The stream is interrupted for about {{n}} s.', { n: stream.seconds }),
    (stream.status === 'interrupted' || reconnecting > 0) &&
      continuing > 0 &&
      t('{{count}} publications continue.', {
        count: continuing,
        defaultValue_one: '{{count}} publication continues.',
      }),
    reconnecting > 0 &&
      t('{{count}} publications are cut off for about {{n}} s and connect again.', {
        count: reconnecting,
        n: longest,
        defaultValue_one: '{{count}} publication is cut off for about {{n}} s and connects again.',
      }),
    stuck > 0 &&
      t('{{count}} publications need your attention.', {
        count: stuck,
        defaultValue_one: '{{count}} publication needs your attention.',
      }),
    publications === null && t('What happens to its publications could not be found out.'),
  ];
  return said.filter((words) => words !== false).join(' ') || undefined;
}
