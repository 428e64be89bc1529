import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { egressOf, METADATA_KEY } from '../../../api/processIds.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { outgoingStreams } from '../../../media/encoding/outputFigures.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { channelObstacle } from '../../../media/hold/protectionObstacle.ts';
import { holdAsRun } from '../../../media/hold/readsHold.ts';
import { saveDiffers } from '../../../media/process/disableStaleTimeout.ts';
import {
  type EgressMetadata,
  type IngestMetadata,
  parseEgressMetadata,
  storedAs,
} from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { type ChannelOutput, followingOf, givesOtherwise, type UpdateOutcome } from './adaptPublicationToChannel.ts';
import { feedsOf } from './egressControlForm.ts';

export interface PublicationUpdate {
  id: string;
  name: string;
  /** The process on the core; null: unreadable. */
  held: EgressProcess | null;
  /** Whether the process should run; null: unknown. */
  on: boolean | null;
  following: UpdateOutcome;
}

interface EgressProcess {
  metadata: EgressMetadata;
  process: ProcessConfig | null;
}

export interface ChannelChange {
  channel: string;
  before: ChannelOutput;
  after: ChannelOutput;
  skills: Skills;
}

type IngestParts = Pick<IngestMetadata, 'sources' | 'profiles' | 'streams' | 'meta' | 'control'>;

export const givenBy = (
  { sources, profiles: [profile], streams, meta, control }: IngestParts,
  network: Network,
): ChannelOutput => {
  const outgoing = outgoingStreams(streams, sources, profile);
  const obstacle = channelObstacle({ hls: control.hls, streams: outgoing });
  return { streams: outgoing, meta, feeds: feedsOf(control, network), ...(obstacle && { obstacle }) };
};

export const publicationsAmong = (processes: readonly Process[], channel: string): Process[] =>
  processes.filter(({ id, reference }) => reference === channel && egressOf(id));

/** Adapts all publications of a channel whose streams or feeds change. */
export const followedIn = (processes: readonly Process[], turn: ChannelChange): PublicationUpdate[] =>
  publicationsAmong(processes, turn.channel).map((process) => followedBy(process, turn));

const UNKNOWN = msg('Its settings were made by a newer version or by another program.');

function followedBy(
  { id, config, metadata: all, state }: Process,
  { channel, skills, before, after }: ChannelChange,
): PublicationUpdate {
  const service = egressOf(id)?.service ?? '';
  const on = state ? state.order === 'start' : null;
  const stored = all === UNREAD ? null : storedAs(parseEgressMetadata, all?.[METADATA_KEY]);
  if (stored?.status !== 'readable' || config === UNREAD) {
    const following: UpdateOutcome = givesOtherwise(before, after)
      ? { status: 'stuck', why: UNKNOWN }
      : { status: 'same' };
    return { id, name: publicationName(service, ''), held: null, on, following };
  }
  const process = config ?? null;
  const current = { metadata: holdAsRun(stored.metadata, channel, process), process };
  const following = followingOf({ id, channel, skills, ...current }, before, after);
  // An interrupted save may already have adapted this publication.
  const done =
    following.status === 'changed' &&
    config &&
    !saveDiffers(config, following.process, skills.ffmpeg) &&
    sameJson(current.metadata, following.metadata);
  return {
    id,
    name: publicationName(service, current.metadata.name),
    held: current,
    on,
    following: done ? { status: 'same' } : following,
  };
}
