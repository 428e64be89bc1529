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
import { isKeyless } from '../stored/isKeyless.ts';
import {
  type EgressMetadata,
  parseEgressMetadata,
  parseIngestMetadata,
  parseRenditionMetadata,
} from '../stored/metadata.ts';
import type { Channel, ChannelRenditions, Egresses } from './channel.ts';

export const FIRST_CHANNEL = 'Livestream';

export const storedWith = ({ metadata }: Pick<Process, 'metadata'>): unknown =>
  metadata === UNREAD ? undefined : metadata?.[METADATA_KEY];

export function renditionsIn(
  processes: readonly Process[],
  channel: string,
  previous: ChannelRenditions = {},
): Pick<Channel, 'renditions'> {
  const found = processes.flatMap(({ id, metadata }) => {
    if (renditionOf(id)?.channel !== channel) return [];
    const raw = metadata === UNREAD ? undefined : metadata?.[RENDITION_KEY];
    const before = raw === undefined ? previous[id] : undefined;
    return [[id, before ?? { name: parseRenditionMetadata(raw).name }] as const];
  });
  return found.length > 0 ? { renditions: Object.fromEntries(found) } : {};
}

/** Returns the channel that a process is the ingest of. An unreadable reference is ignored. */
export function channelIn({ id, reference }: Pick<Process, 'id' | 'reference'>): string | null {
  const channel = channelOfIngest(id);
  return reference === '' || channel === reference ? channel : null;
}

export function channelReader(nameOf: (service: string, name: string) => string) {
  function egressEntry(channel: string, service: string, metadata: EgressMetadata): Egresses[string] {
    const {
      source: { rendition },
      turn,
      backup,
      playback = '',
    } = metadata.control;
    const encoding = encodingKey(metadata);
    return {
      service,
      name: nameOf(service, metadata.name),
      ...(rendition === undefined ? {} : { rendition: renditionId(channel, rendition) }),
      ...(encoding === null ? {} : { encoding }),
      ...(turn === undefined ? {} : { turn }),
      ...(backup === undefined ? {} : { backup: egressId(service, backup) }),
      ...(playback === '' ? {} : { playback }),
      ...(isKeyless(metadata) ? { isKeyless: true as const } : {}),
    };
  }

  /** `previous`: the previous state. A publication keeps its name while a save leaves it without metadata. */
  function egressesIn(processes: readonly Process[], channel: string, previous: Egresses = {}): Egresses {
    const found = processes.flatMap((process) => {
      const egress = process.reference === channel ? egressOf(process.id) : null;
      if (!egress) return [];
      const stored = storedWith(process);
      const before = stored === undefined ? previous[process.id] : undefined;
      return [[process.id, before ?? egressEntry(channel, egress.service, parseEgressMetadata(stored))] as const];
    });
    return Object.fromEntries(found);
  }

  function channelsOf(processes: readonly Process[], previous: readonly Channel[] = []): Channel[] {
    return processes.flatMap((process) => {
      const channel = channelIn(process);
      if (channel === null) return [];
      const stored = storedWith(process);
      const metadata = parseIngestMetadata(stored);
      const before = previous.find(({ id }) => id === channel);
      // The id instead of a wrong default name.
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
