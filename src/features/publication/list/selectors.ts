import { sendsNothing } from '../../../media/failing.ts';
import type { Egresses, WithChannels } from '../../channel/slice.ts';
import type { WithIngest } from '../../ingest/slice.ts';
import type { WithPublications } from './slice.ts';
import { isFailing, isOn, type PublicationState } from './view.ts';

export type PublicationsSeen = WithIngest & WithPublications & WithChannels;

/** A new object each time: for decisions, not to be kept. */
export const publicationStateOf = (
  { ingest: { ingest }, publication }: PublicationsSeen,
  id: string,
): PublicationState => ({
  progress: (ingest.status === 'present' && ingest.egresses[id]) || null,
  asked: publication.asked[id]?.intent ?? null,
  refused: publication.refused[id] ?? null,
  failure: publication.failures[id] ?? null,
  waiting: ingest.status === 'present' && sendsNothing(ingest.progress),
  flow: publication.flows[id] ?? null,
});

const NONE: Egresses = {};

export const publicationsOf = ({ channel: { list } }: WithChannels, channel: string) =>
  list.find(({ id }) => id === channel)?.egresses ?? NONE;

export const publicationOf = (state: WithChannels, channel: string, id: string) =>
  publicationsOf(state, channel)[id] ?? null;

/** Ids in the order of the panel: failing ones first, then by name, equal names by id. */
export function orderedIds(state: PublicationsSeen, channel: string): string[] {
  const rank = (id: string) => (isFailing(publicationStateOf(state, id)) ? 0 : 1);
  return Object.entries(publicationsOf(state, channel))
    .map(([id, { name }]) => ({ id, name, rank: rank(id) }))
    .sort(
      (a, b) =>
        a.rank - b.rank || a.name.localeCompare(b.name, undefined, { sensitivity: 'base' }) || a.id.localeCompare(b.id),
    )
    .map(({ id }) => id);
}

/** How many are on, of how many. */
export function countOf(state: PublicationsSeen, channel: string): { on: number; all: number } {
  const ids = Object.keys(publicationsOf(state, channel));
  return { on: ids.filter((id) => isOn(publicationStateOf(state, id))).length, all: ids.length };
}

/** Of these ids the ones whose name or service contains what is typed. */
export function idsMatching(state: WithChannels, channel: string, ids: readonly string[], wanted: string) {
  const text = wanted.trim().toLowerCase();
  const publications = publicationsOf(state, channel);
  return ids.filter((id) => {
    const { name = '', service = '' } = publications[id] ?? {};
    return name.toLowerCase().includes(text) || service.includes(text);
  });
}
