import { UNREAD } from '../../api/answers/fields.ts';
import type { Process } from '../../api/answers/process.ts';
import { egressOf, METADATA_KEY } from '../../api/ids.ts';
import { encoderOf } from '../../catalog/coders/index.ts';
import { publicationName } from '../../catalog/factsOf.ts';
import { serviceOf } from '../../catalog/services/index.ts';
import { settingsOf } from '../../catalog/settings.ts';
import { msg } from '../../i18n/msg.ts';
import { type EgressMetadata, type IngestMetadata, parseEgressMetadata, storedAs } from '../../media/metadata.ts';
import { outgoingStreams } from '../../media/outgoing.ts';
import type { PlatformLimits } from '../../media/platformLimits.ts';
import { endpointName, endpointOf } from '../../media/preflight/endpoint.ts';
import type { Destination } from '../../media/preflight/situation.ts';
import type { Profile } from '../../media/profile.ts';
import { draftOf, faultsOf } from '../egress/decide.ts';
import { publicationsAmong } from '../egress/followers.ts';
import { formContextOf } from '../publication/form/context.ts';
import type { WithSession } from '../session/slice.ts';

const metadataOf = ({ metadata }: Process) => {
  const stored = metadata === UNREAD ? null : storedAs(parseEgressMetadata, metadata?.[METADATA_KEY]);
  return stored?.status === 'readable' ? stored.metadata : null;
};

const outputsOf = ({ config }: Process) => (config && config !== UNREAD ? config.output : []);

/** What another publication must not send to as well: two that write one file or one key are in each other's way. */
const addressesOf = (process: Process): string[] =>
  outputsOf(process)
    .map(({ address }) => address.trim())
    .filter((address) => address !== '' && address !== '-' && address !== 'pipe:');

/** Name of a publication as its row has it. */
const nameOf = (process: Process): string =>
  publicationName(egressOf(process.id)?.service ?? '', metadataOf(process)?.name ?? '');

/** Those that this process shares an address with, by name. */
export function twinsOf(process: Process, all: readonly Process[]): string[] {
  const own = addressesOf(process);
  return all
    .filter((other) => other.id !== process.id && egressOf(other.id) !== null)
    .filter((other) => addressesOf(other).some((address) => own.includes(address)))
    .map(nameOf);
}

/** A setting of the chosen encoder that is a number above 0. */
function figureOf({ coder, settings }: Profile['video']['encoder'], type: 'video' | 'audio', key: string) {
  const known = encoderOf(type, coder);
  if (!known || !(key in known.fields)) return null;
  const value = Number(settingsOf(known.fields, settings)[key]);
  return Number.isFinite(value) && value > 0 ? value : null;
}

const waysOf = (process: Process): Destination['ways'] =>
  outputsOf(process).map(({ address, options }) => {
    const endpoint = endpointOf({ address, options });
    return { to: endpoint && endpointName(endpoint), reach: 'unknown' as const };
  });

const UNREADABLE = msg('Its settings were made by a newer version or by another program.');

/** What is wrong with what is stored, in words; null: nothing. */
function faultOf(
  session: WithSession,
  channel: string,
  process: Process,
  metadata: EgressMetadata,
  ingest: IngestMetadata,
) {
  const { service = '' } = egressOf(process.id) ?? {};
  const { sources, profiles, meta, control } = ingest;
  const streams = outgoingStreams(ingest.streams, sources, profiles[0]);
  const config = process.config === UNREAD ? null : (process.config ?? null);
  const found = { channel: { streams, meta, control }, metadata, process: config };
  const context = formContextOf(session, { channel, service }, found);
  if (!context) return null;
  return Object.values(faultsOf(context, draftOf(context, metadata)))[0] ?? null;
}

/**
 * The publications of a channel as they are stored.
 * @param all processes of the core, with config, state and metadata
 */
export function destinationsOf(
  session: WithSession,
  channel: string,
  all: readonly Process[],
  { ingest, limits }: { ingest: IngestMetadata; limits: readonly PlatformLimits[] },
): Destination[] {
  return publicationsAmong(all, channel).map((process): Destination => {
    const { service = '' } = egressOf(process.id) ?? {};
    const metadata = metadataOf(process);
    const known = serviceOf(service);
    const profile = metadata?.profiles[0] ?? null;
    const figure = (type: 'video' | 'audio', key: string) => profile && figureOf(profile[type].encoder, type, key);
    return {
      id: process.id,
      name: nameOf(process),
      service,
      on: process.state?.order === 'start',
      fault: metadata ? faultOf(session, channel, process, metadata, ingest) : UNREADABLE,
      twins: twinsOf(process, all),
      ways: waysOf(process),
      streams: metadata?.streams ?? [],
      takes: known && { video: known.requires.video, audio: known.requires.audio },
      copies: {
        video: profile?.video.encoder.coder === 'copy',
        audio: profile?.audio.encoder.coder === 'copy',
      },
      encoded: {
        videoKbit: figure('video', 'bitrate'),
        audioKbit: figure('audio', 'bitrate'),
        keyframe: figure('video', 'gop'),
      },
      limits: limits.find(({ id }) => id === service) ?? null,
    };
  });
}
