import { UNREAD } from '../../api/answers/fieldSchemas.ts';
import type { Process } from '../../api/answers/process.ts';
import {
  channelOfIngest,
  egressId,
  egressOf,
  METADATA_KEY,
  RENDITION_KEY,
  renditionId,
  renditionOf,
} from '../../api/processIds.ts';
import { deliveryOf } from '../edge/delivery.ts';
import { encodingKey } from '../renditions/duplicateEncodings.ts';
import {
  type EgressMetadata,
  parseEgressMetadata,
  parseIngestMetadata,
  parseRenditionMetadata,
} from '../stored/metadata.ts';
import type { Channel, ChannelRenditions, Egresses } from './channel.ts';

export const FIRST_CHANNEL = 'Livestream';

/** What this interface stored with a process. */
export const storedWith = ({ metadata }: Pick<Process, 'metadata'>): unknown =>
  metadata === UNREAD ? undefined : metadata?.[METADATA_KEY];

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

/** @param nameOf a publication, by its service and the name that somebody gave it, which may be empty */
export function channelReader(nameOf: (service: string, name: string) => string) {
  function egressEntry(channel: string, service: string, metadata: EgressMetadata): Egresses[string] {
    const {
      source: { rendition },
      turn,
      backup,
    } = metadata.control;
    const encoding = encodingKey(metadata);
    return {
      service,
      name: nameOf(service, metadata.name),
      ...(rendition === undefined ? {} : { rendition: renditionId(channel, rendition) }),
      ...(encoding === null ? {} : { encoding }),
      ...(turn === undefined ? {} : { turn }),
      ...(backup === undefined ? {} : { backup: egressId(service, backup) }),
    };
  }

  /**
   * The publications of a channel among processes that come with their metadata. `known`: while one is being saved it has
   * no metadata for a moment, and keeps the name that it had.
   */
  function egressesIn(processes: readonly Process[], channel: string, known: Egresses = {}): Egresses {
    const found = processes.flatMap((process) => {
      const egress = process.reference === channel ? egressOf(process.id) : null;
      if (!egress) return [];
      const stored = storedWith(process);
      const before = stored === undefined ? known[process.id] : undefined;
      return [[process.id, before ?? egressEntry(channel, egress.service, parseEgressMetadata(stored))] as const];
    });
    return Object.fromEntries(found);
  }

  /** The channels that the processes of a core make up; `known` are those that were there before. */
  function channelsOf(processes: readonly Process[], known: readonly Channel[] = []): Channel[] {
    return processes.flatMap((process) => {
      const channel = channelIn(process);
      if (channel === null) return [];
      const stored = storedWith(process);
      const metadata = parseIngestMetadata(stored);
      const before = known.find(({ id }) => id === channel);
      // Not the name of a channel that has none.
      const unnamed = process.metadata === UNREAD ? channel : FIRST_CHANNEL;
      const isSaved = stored !== undefined;
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

  return { egressEntry, egressesIn, channelsOf };
}
