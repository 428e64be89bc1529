import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { egressOf } from '../../../api/processIds.ts';
import { passthroughTargetOf, type Service } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { endpointName, endpointOf } from '../../../media/address/endpoint.ts';
import { outgoingStreams } from '../../../media/encoding/outputFigures.ts';
import type { PlatformLimits } from '../../../media/encoding/platformLimits.ts';
import type { Destination } from '../../../media/preflight/preflightTypes.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { duplicatesAmong, placesOf } from '../../../media/stored/duplicateDestinations.ts';
import type { EgressMetadata, IngestMetadata } from '../../../media/stored/metadata.ts';
import { heldBy, type Recording } from '../../../media/stored/recordingFiles.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { outgoingEncodingOf } from '../egress/outgoingEncoding.ts';
import { destinationsAmong, egressMetadataOf, nameOf } from '../egress/publicationDestinations.ts';
import {
  faultyFieldOf,
  formContextOf,
  leavingStreams,
  publicationDraftOf,
  publicationFaultsOf,
  unservedIn,
} from '../egress/publicationDraft.ts';
import { publicationsAmong } from '../egress/publicationsAfterChannelChange.ts';
import { renditionsAmong } from '../egress/renditionsAfterChannelChange.ts';

const outputsOf = ({ config }: Process) => (config && config !== UNREAD ? config.output : []);

const waysOf = (process: Process): Destination['ways'] =>
  outputsOf(process).map(({ address, options }) => {
    const endpoint = endpointOf({ address, options });
    return { to: endpoint && endpointName(endpoint), reach: 'unknown' as const };
  });

function sendingOf({ state }: Process): Destination['sending'] {
  const progress = progressOf(state);
  return progress.status === 'connected'
    ? { seconds: progress.uptimeSeconds, kbit: progress.bitrateKbit || null }
    : null;
}

const UNREADABLE = msg('Its settings were made by a newer version or by another program.');

const UNSERVED = msg("This core's ffmpeg lacks what it needs. Its form says what is missing.");

interface Channel {
  ingest: IngestMetadata;
  renditions: ReturnType<typeof renditionsAmong>;
}

function readOf(
  session: WithSession,
  channel: string,
  process: Process,
  metadata: EgressMetadata,
  { ingest, renditions }: Channel,
): Pick<Destination, 'fault' | 'streams'> {
  const { service = '' } = egressOf(process.id) ?? {};
  const { sources, profiles, meta, control } = ingest;
  const streams = outgoingStreams(ingest.streams, sources, profiles[0]);
  const config = process.config === UNREAD ? null : (process.config ?? null);
  const found = { channel: { streams, meta, control }, metadata, process: config, backup: null, renditions };
  const context = formContextOf(session, { channel, service }, found);
  if (!context) return { fault: null, streams: metadata.streams };
  const draft = publicationDraftOf(context, metadata);
  const [fault] = Object.entries(publicationFaultsOf(context, draft));
  const field = fault && faultyFieldOf(context, draft, fault[0]);
  const unserved = unservedIn(context, draft) && { field: null, text: UNSERVED };
  return {
    fault: fault ? { field: field && 'label' in field ? field.label : null, text: fault[1] } : unserved,
    // For an unknown service, only the stored streams are known.
    streams: context.kept ? metadata.streams : leavingStreams(context, metadata.profiles[0], metadata.streams),
  };
}

interface Surroundings {
  ingest: IngestMetadata;
  limits: readonly PlatformLimits[];
  recordings: readonly Recording[];
}

export const leavesFiles = ({ id }: Process): boolean => serviceOf(egressOf(id)?.service ?? '')?.files !== undefined;

function recordsOf(service: Service | null, settings: Settings, recordings: readonly Recording[]) {
  const found = service?.files?.(settings);
  if (!found) return null;
  const { glob, ...retention } = found;
  return { kept: retention, held: heldBy(recordings.filter(({ path }) => path.startsWith(glob.replace(/\*$/, '')))) };
}

/** @param all processes of the core, with config, state and metadata */
export function destinationsOf(
  session: WithSession,
  channel: string,
  all: readonly Process[],
  { ingest, limits, recordings }: Surroundings,
): Destination[] {
  const senders = destinationsAmong(all);
  const renditions = renditionsAmong(all, channel);
  return publicationsAmong(all, channel).map((process): Destination => {
    const { service = '' } = egressOf(process.id) ?? {};
    const metadata = egressMetadataOf(process);
    const definition = serviceOf(service);
    const rendition = renditions.find(({ uuid }) => uuid === metadata?.control.source.rendition);
    return {
      id: process.id,
      name: nameOf(process),
      service,
      on: process.state?.order === 'start',
      sending: sendingOf(process),
      ...(metadata
        ? readOf(session, channel, process, metadata, { ingest, renditions })
        : { fault: { field: null, text: UNREADABLE }, streams: [] }),
      twins: duplicatesAmong(
        placesOf(outputsOf(process)),
        senders.filter(({ id }) => id !== process.id),
      ),
      ways: waysOf(process),
      takes: definition && { video: definition.requires.video, audio: definition.requires.audio },
      target: definition ? passthroughTargetOf(definition) : undefined,
      ...outgoingEncodingOf(metadata?.profiles[0] ?? null, rendition?.profile),
      records: recordsOf(definition, metadata?.settings ?? {}, recordings),
      limits: definition?.limits?.(metadata?.settings ?? {}) ?? limits.find(({ id }) => id === service) ?? null,
    };
  });
}
