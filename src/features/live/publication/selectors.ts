import { weakMapMemoize } from '@reduxjs/toolkit';
import type { ProcessFailure } from '../../../media/diagnosis/processFailure.ts';
import { sharedAmong } from '../../../media/renditions/duplicateEncodings.ts';
import { flowingSeconds } from '../../../media/run/throughput.ts';
import { hasNoSource } from '../../../media/status/channelStatus.ts';
import { groupsIn } from '../../../media/stored/publicationStartOrder.ts';
import { tallyOf } from '../../../media/verdict/verdict.ts';
import type { Tally } from '../../../media/verdict/verdictTypes.ts';
import type { Channel, ChannelRenditions, Egresses, WithChannels } from '../channel/slice.ts';
import { agedSinceIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import type { WithStatus } from '../status/slice.ts';
import { sourceIn, watchedStatusIn } from '../status/slice.ts';
import { behindOf, isFailing, isOn, type PublicationState, sendingOf } from './publicationState.ts';
import type { WithPublications } from './slice.ts';

export type WithPublicationList = WithIngest & WithPublications & WithChannels;

/** A new object each time: for decisions, not to be kept. */
export const publicationStateOf = (state: WithPublicationList, id: string): PublicationState => {
  const seen = lastStateOf(state, id);
  const since = agedSinceIn(state);
  if (since === null || !seen.progress) return seen;
  const aged = { since, on: isOn({ progress: seen.progress, asked: null }) };
  return { ...seen, progress: null, refused: null, failure: null, waiting: false, flow: null, aged };
};

export const isChannelOff = (state: WithStatus): boolean => sourceIn(state)?.progress.order === 'stop';

function lastStateOf(state: WithPublicationList, id: string): PublicationState {
  const { publication, channel } = state;
  const source = sourceIn(state);
  const known = source && watchedStatusIn(state)?.egresses[id];
  const read = readBy(channel.list, id);
  const rendition = read === null ? undefined : watchedStatusIn(state)?.renditions[read];
  return {
    progress: known?.progress ?? null,
    asked: publication.asked[id]?.intent ?? null,
    refused: publication.refused[id] ?? null,
    failure: known?.failure ?? null,
    waiting: source !== null && hasNoSource(source),
    channelOff: isChannelOff(state),
    resuming: source?.progress.status === 'connecting' ? flowingSeconds(source.flow) : null,
    flow: known?.flow ?? null,
    behind: behindOf(rendition?.progress),
    passes: passedBy(channel, id, rendition?.failure ?? null),
  };
}

function passedBy(
  { list }: Pick<WithChannels['channel'], 'list'>,
  id: string,
  failure: ProcessFailure | null,
): NonNullable<PublicationState['passes']> | null {
  const read = readBy(list, id);
  if (read === null) return null;
  const name = list.find(({ egresses }) => id in egresses)?.renditions?.[read]?.name ?? '';
  return { name, failure };
}

/** The rendition that a publication passes on; null: it encodes, or passes on the channel itself. */
export const readBy = (list: readonly Pick<Channel, 'egresses'>[], id: string): string | null =>
  list.find(({ egresses }) => id in egresses)?.egresses[id]?.rendition ?? null;

const NONE: Egresses = {};

export const publicationsOf = ({ channel: { list } }: WithChannels, channel: string) =>
  list.find(({ id }) => id === channel)?.egresses ?? NONE;

const NO_RENDITIONS: ChannelRenditions = {};

export const renditionsOf = ({ channel: { list } }: WithChannels, channel: string) =>
  list.find(({ id }) => id === channel)?.renditions ?? NO_RENDITIONS;

export const publicationOf = (state: WithChannels, channel: string, id: string) =>
  publicationsOf(state, channel)[id] ?? null;

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' });

// Sorted once: it is asked for many times a second.
const inOrder = weakMapMemoize((egresses: Egresses): readonly string[] =>
  Object.entries(egresses)
    .toSorted(([a, { name }], [b, other]) => compare(name, other.name) || a.localeCompare(b))
    .map(([id]) => id),
);

/**
 * Ids in the order of the panel: by name, equal names by id. A row keeps its place whatever becomes of it: a thumb over
 * one switch must not find another below it.
 */
export const orderedIds = (state: WithChannels, channel: string): readonly string[] =>
  inOrder(publicationsOf(state, channel));

export const failingIn = (state: WithPublicationList, channel: string): string | null =>
  orderedIds(state, channel).find((id) => isFailing(publicationStateOf(state, id))) ?? null;

export function countOf(state: WithPublicationList, channel: string): { on: number; all: number } & Tally {
  const seen = Object.keys(publicationsOf(state, channel)).map((id) => publicationStateOf(state, id));
  const tally = tallyOf(seen.map((one) => ({ status: sendingOf(one) })));
  return { on: seen.filter(isOn).length, all: seen.length, ...tally };
}

/** The rows of the list below their headings: first those without a group. */
export const groupedIds = weakMapMemoize(
  (ids: readonly string[], egresses: Egresses): readonly { group: string; ids: readonly string[] }[] =>
    ['', ...groupsIn(egresses)]
      .map((group) => ({ group, ids: ids.filter((id) => (egresses[id]?.turn?.group ?? '') === group) }))
      .filter((section) => section.ids.length > 0),
);

/** How a group is: how many of it are on, of how many, and whether one of them is just being switched. */
export function groupCountOf(state: WithPublicationList, channel: string, group: string) {
  const publications = publicationsOf(state, channel);
  const all = Object.keys(publications)
    .filter((id) => publications[id]?.turn?.group === group)
    .map((id) => publicationStateOf(state, id));
  return {
    on: all.filter(isOn).length,
    all: all.length,
    busy: all.some(({ asked, progress }) => asked !== null || progress === null),
  };
}

export function idsMatching(state: WithChannels, channel: string, ids: readonly string[], wanted: string) {
  const text = wanted.trim().toLowerCase();
  const publications = publicationsOf(state, channel);
  return ids.filter((id) => {
    const { name = '', service = '' } = publications[id] ?? {};
    return name.toLowerCase().includes(text) || service.includes(text);
  });
}

/** How many publications encode what another one encodes as well, and how many encodings are shared. */
export function encodedIn(state: WithChannels, channel: string): { twins: number; shared: number } {
  const twins = sharedAmong(publicationsOf(state, channel)).flat().length;
  return { twins, shared: Object.keys(renditionsOf(state, channel)).length };
}
