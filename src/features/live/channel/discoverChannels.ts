import { createAction } from '@reduxjs/toolkit';
import { put, select } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import {
  channelOfIngest,
  egressId,
  egressOf,
  METADATA_KEY,
  RENDITION_KEY,
  renditionId,
  renditionOf,
} from '../../../api/processIds.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { msg } from '../../../i18n/msg.ts';
import { deliveryOf } from '../../../media/edge/delivery.ts';
import { encodingKey } from '../../../media/renditions/duplicateEncodings.ts';
import {
  type EgressMetadata,
  parseEgressMetadata,
  parseIngestMetadata,
  parseRenditionMetadata,
} from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { type Channel, type ChannelRenditions, channelsFound, type Egresses, type WithChannels } from './slice.ts';

export const FIRST_CHANNEL = 'Livestream';

/** Local storage: the channel that was selected last, per core. */
export const choiceKey = (coreId: string) => `${coreId}:channel`;

const stored = ({ metadata }: Pick<Process, 'metadata'>) =>
  metadata === UNREAD ? undefined : metadata?.[METADATA_KEY];

/** Channels that were brought over from another product: their pages have to be made. */
export const importedFound = createAction<readonly string[]>('channel/importedFound');

/**
 * The publications of a channel among processes that come with their metadata. `known`: while one is being saved it has
 * no metadata for a moment, and keeps the name that it had.
 */
export function egressesIn(processes: readonly Process[], channel: string, known: Egresses = {}): Egresses {
  const found = processes.flatMap((process) => {
    const egress = process.reference === channel ? egressOf(process.id) : null;
    if (!egress) return [];
    const before = stored(process) === undefined ? known[process.id] : undefined;
    return [
      [process.id, before ?? egressEntry(channel, egress.service, parseEgressMetadata(stored(process)))] as const,
    ];
  });
  return Object.fromEntries(found);
}

export function egressEntry(channel: string, service: string, metadata: EgressMetadata): Egresses[string] {
  const {
    source: { rendition },
    turn,
    backup,
  } = metadata.control;
  const encoding = encodingKey(metadata);
  return {
    service,
    name: publicationName(service, metadata.name),
    ...(rendition === undefined ? {} : { rendition: renditionId(channel, rendition) }),
    ...(encoding === null ? {} : { encoding }),
    ...(turn === undefined ? {} : { turn }),
    ...(backup === undefined ? {} : { backup: egressId(service, backup) }),
  };
}

export function renditionsIn(
  processes: readonly Process[],
  channel: string,
  known: ChannelRenditions = {},
): Pick<Channel, 'renditions'> {
  const found = processes.flatMap(({ id, metadata }) => {
    if (renditionOf(id)?.channel !== channel) return [];
    const raw = metadata === UNREAD ? undefined : metadata?.[RENDITION_KEY];
    const before = raw === undefined ? known[id] : undefined;
    return [[id, before ?? { name: parseRenditionMetadata(raw).name }] as const];
  });
  return found.length > 0 ? { renditions: Object.fromEntries(found) } : {};
}

/** The channel that a process is the ingest of. A reference that cannot be read does not speak against it. */
export function channelIn({ id, reference }: Pick<Process, 'id' | 'reference'>): string | null {
  const channel = channelOfIngest(id);
  return reference === '' || channel === reference ? channel : null;
}

/** The channels that the processes of a core make up; `known` are those that were there before. */
export function channelsOf(processes: readonly Process[], known: readonly Channel[] = []): Channel[] {
  return processes.flatMap((process) => {
    const channel = channelIn(process);
    if (channel === null) return [];
    const metadata = parseIngestMetadata(stored(process));
    const before = known.find(({ id }) => id === channel);
    // Not the name of a channel that has none.
    const unnamed = process.metadata === UNREAD ? channel : FIRST_CHANNEL;
    const isSaved = stored(process) !== undefined;
    return [
      {
        id: channel,
        name: isSaved ? metadata.meta.name || unnamed : (before?.name ?? unnamed),
        available: true,
        egresses: egressesIn(processes, channel, before?.egresses),
        ...renditionsIn(processes, channel, before?.renditions),
        delivery: (isSaved ? undefined : before?.delivery) ?? deliveryOf(metadata),
      },
    ];
  });
}

const importedAmong = (processes: readonly Process[]): string[] =>
  processes.flatMap((process) => {
    const channel = channelOfIngest(process.id);
    return channel !== null && parseIngestMetadata(stored(process)).imported === true ? [channel] : [];
  });

/** Takes the channels of the core from its processes; where there is none yet, the first one is made (here only, until it is saved). */
export function* discoverChannels(coreId: string, processes: readonly Process[]) {
  const storage = yield* host('storage');
  const random = yield* host('random');
  const found = channelsOf(processes);
  // What is being set up here survives a new login.
  const { channel } = yield* select((state: WithChannels) => state);
  const begun = channel.list.filter(({ id, available }) => !available && found.every((known) => known.id !== id));
  const known = [...found, ...begun];
  const list =
    known.length > 0 ? known : [{ id: uuidFrom(random), name: FIRST_CHANNEL, available: false, egresses: {} }];
  yield* put(channelsFound({ list, chosen: storage.read(choiceKey(coreId)) }));
  const unread = processes.filter(({ id }) => id === '').length;
  if (unread > 0)
    yield* put(
      noticed('warning', msg('Processes of the core that could not be read, and are not shown: {{0}}'), String(unread)),
    );
  const imported = importedAmong(processes);
  if (imported.length > 0) yield* put(importedFound(imported));
}
