import { hasExtension } from '../../../api/coreExtensions.ts';
import { isSameStream } from '../../../api/isSameStream.ts';
import type { Network } from '../../../media/address/channelAddresses.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { saveDiffers } from '../../../media/process/disableStaleTimeout.ts';
import { ingestProcess } from '../../../media/process/ingest.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { impactOnPublications, type PublicationImpact, startSecondsOf } from '../egress/impactOnPublications.ts';
import { followedIn, givenBy } from '../egress/publicationsAfterChannelChange.ts';
import { renditionsAlong } from '../egress/renditionsAfterChannelChange.ts';
import type { HeldChannel } from './readChannel.ts';

export interface Consequence {
  stream: Effect;
  /** null: they could not be read. */
  publications: readonly PublicationImpact[] | null;
}

type Effect =
  | { status: 'off' }
  | { status: 'untouched' }
  /** Estimated seconds. */
  | { status: 'interrupted'; seconds: number };

interface Save {
  channel: string;
  network: Network;
  found: HeldChannel;
  wanted: IngestMetadata;
  /** Whether the ingest process is replaced; texts are only stored as metadata. */
  sends: boolean;
  skills: Skills;
  running: boolean;
  /** Ids of the running publications. */
  on: readonly string[];
  /** Extensions of the core beyond the contract. */
  extensions: readonly string[];
}

export function consequenceOf(save: Save): Consequence {
  const { channel, network, found, wanted, skills, running, on } = save;
  const stream = effectOf(save);
  const before = found.metadata;
  const turn = { channel, skills, before: givenBy(before, network), after: givenBy(wanted, network) };
  const change = {
    channel,
    seconds: stream.status === 'interrupted' ? stream.seconds : null,
    before,
    after: wanted,
    on: running ? on : [],
    keeps: isKept(save),
  };
  const { publications: all } = found;
  if (!all) return { stream, publications: null };
  return {
    stream,
    publications: impactOnPublications(followedIn(all, turn), { ...change, renditions: renditionsAlong(all, turn) }),
  };
}

/** Whether readers of the segments continue: the core keeps the files if the next stream has the same format. */
function isKept({ channel, network, found: { process }, wanted, extensions }: Save): boolean {
  const sent = ingestProcess({ channel, metadata: wanted, network });
  return (
    process !== null && sent !== null && hasExtension({ extensions }, 'kept-stream') && isSameStream(process, sent)
  );
}

function effectOf({ channel, network, found, wanted, sends, skills, running }: Save): Effect {
  const sent = sends ? ingestProcess({ channel, metadata: wanted, network }) : null;
  if (!running) return { status: 'off' };
  // An unreadable process may differ.
  const differs = sent !== null && (!found.process || saveDiffers(found.process, sent, skills.ffmpeg));
  return differs ? { status: 'interrupted', seconds: startSecondsOf(sent) } : { status: 'untouched' };
}
