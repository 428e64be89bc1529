import { UNREAD } from '../../api/answers/fields.ts';
import type { Process } from '../../api/answers/process.ts';
import { egressOf } from '../../api/ids.ts';
import { encoderOf } from '../../catalog/coders/index.ts';
import { serviceOf } from '../../catalog/services/index.ts';
import { settingsOf } from '../../catalog/settings.ts';
import { msg } from '../../i18n/msg.ts';
import type { EgressMetadata, IngestMetadata } from '../../media/metadata.ts';
import { outgoingStreams } from '../../media/outgoing.ts';
import type { PlatformLimits } from '../../media/platformLimits.ts';
import { endpointName, endpointOf } from '../../media/preflight/endpoint.ts';
import type { Destination } from '../../media/preflight/situation.ts';
import type { Profile } from '../../media/profile.ts';
import { placesOf, twinsOf } from '../../media/twins.ts';
import { draftOf, faultsOf } from '../egress/decide.ts';
import { publicationsAmong } from '../egress/followers.ts';
import { egressMetadataOf, nameOf, sendersAmong } from '../egress/senders.ts';
import { formContextOf } from '../publication/form/context.ts';
import type { WithSession } from '../session/slice.ts';

const outputsOf = ({ config }: Process) => (config && config !== UNREAD ? config.output : []);

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
  const senders = sendersAmong(all);
  return publicationsAmong(all, channel).map((process): Destination => {
    const { service = '' } = egressOf(process.id) ?? {};
    const metadata = egressMetadataOf(process);
    const known = serviceOf(service);
    const profile = metadata?.profiles[0] ?? null;
    const figure = (type: 'video' | 'audio', key: string) => profile && figureOf(profile[type].encoder, type, key);
    return {
      id: process.id,
      name: nameOf(process),
      service,
      on: process.state?.order === 'start',
      fault: metadata ? faultOf(session, channel, process, metadata, ingest) : UNREADABLE,
      twins: twinsOf(
        placesOf(outputsOf(process)),
        senders.filter(({ id }) => id !== process.id),
      ),
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
