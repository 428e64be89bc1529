import { useTranslation } from 'react-i18next';
import { egressOf } from '../../../api/processIds.ts';
import { feedName } from '../../../catalog/control/egressControlFields.ts';
import { msg } from '../../../i18n/msg.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import type { EncodingChange } from '../egress/adaptPublicationToChannel.ts';
import { type Heard, type PublicationImpact, publicationCount } from '../egress/impactOnPublications.ts';
import type { Consequence } from './saveConsequence.ts';

const RECODED: Record<MediaType, Record<'none' | 'copied' | 'encoded', string>> = {
  video: {
    none: msg('Sends no video any more'),
    copied: msg('Video is copied: {{codec}}'),
    encoded: msg('Video is encoded: {{codec}}'),
  },
  audio: {
    none: msg('Sends no audio any more'),
    copied: msg('Audio is copied: {{codec}}'),
    encoded: msg('Audio is encoded: {{codec}}'),
  },
};

const HEARD: Record<Heard['to'], string> = {
  video: msg('Audio now comes with the video'),
  own: msg('Audio now comes from a source of its own'),
};

const LACKS: Record<MediaType, string> = {
  video: msg('Its service expects video'),
  audio: msg('Its service expects audio'),
};

function ForeseenRow({ publication, href }: { publication: PublicationImpact; href: string }) {
  const { t } = useTranslation();
  const { name, fate, changes, lacks } = publication;
  const changed = (change: EncodingChange | Heard): string => {
    switch (change.of) {
      case 'video':
      case 'audio':
        return t(RECODED[change.of][change.how], { codec: t(change.to) });
      case 'feed':
        return t('Reads {{to}} instead of {{from}}', { to: t(feedName(change.to)), from: t(feedName(change.from)) });
      case 'origin':
        return t(HEARD[change.to]);
      case 'address':
        return t('Sends to another address');
      case 'protection':
        return t('Is no longer protected by the standby image');
    }
  };
  const parts = [
    ...(fate.status === 'stuck' ? [`${t('Cannot follow the channel')}: ${t(fate.why)}`] : []),
    ...(fate.status === 'reconnects' ? [t('Reconnects, about {{n}} s', { n: fate.seconds })] : []),
    ...changes.map(changed),
  ];
  const missed = lacks.map((type) => t(LACKS[type]));
  return (
    <li>
      <a href={href}>{name}</a>
      {': '}
      {[...parts, ...missed].join(' · ')}
    </li>
  );
}

const SHOWN = 3;

const isNews = ({ fate, changes, lacks }: PublicationImpact) =>
  fate.status === 'stuck' || fate.status === 'reconnects' || changes.length > 0 || lacks.length > 0;

export function PublicationEffects({ channel, consequence }: { channel: string; consequence: Consequence | null }) {
  const { t } = useTranslation();
  const news = consequence?.publications?.filter(isNews) ?? [];
  if (news.length === 0) return null;
  const rows = (
    <ul className="foreseen small" aria-label={t('What happens to publications')}>
      {news.map((publication) => (
        <ForeseenRow key={publication.id} publication={publication} href={formOf(channel, publication.id)} />
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

/** Returns the effect of a save in a few words, for the save bar and its confirmation. */
export function useConsequenceText(consequence: Consequence | null): string | undefined {
  const { t } = useTranslation();
  if (consequence === null) return undefined;
  const { stream, publications } = consequence;
  const number = (has: (entry: PublicationImpact) => boolean) => publicationCount(publications?.filter(has) ?? []);
  const continuing = number(({ fate }) => fate.status === 'continues');
  const reconnecting = number(({ fate }) => fate.status === 'reconnects');
  const longest = Math.max(
    0,
    ...(publications ?? []).map(({ fate }) => (fate.status === 'reconnects' ? fate.seconds : 0)),
  );
  const stuckText = number(({ fate, lacks }) => fate.status === 'stuck' || lacks.length > 0);
  const parts = [
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
    stuckText > 0 &&
      t('{{count}} publications need your attention.', {
        count: stuckText,
        defaultValue_one: '{{count}} publication needs your attention.',
      }),
    publications === null && t('What happens to its publications could not be found out.'),
  ];
  return parts.filter((words) => words !== false).join(' ') || undefined;
}
