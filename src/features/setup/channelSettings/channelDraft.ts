import { msg } from '../../../i18n/msg.ts';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { ingestProcess } from '../../../media/process/ingest.ts';
import { snapshotProcess } from '../../../media/process/snapshot.ts';
import type { IngestMetadata, Meta } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

/** What can be changed here; sources and their encoding have screens of their own. */
export interface ChannelDraft {
  control: IngestMetadata['control'];
  meta: Meta;
  license: string;
}

/** `name`: what the channel is called while nothing is stored. */
export const channelDraftOf = ({ control, meta, license }: IngestMetadata, name: string): ChannelDraft => ({
  control,
  meta: { ...meta, name: meta.name || name },
  license,
});

/** What is stored now, with what was set here over it. */
export const metadataWith = (stored: IngestMetadata, { control, meta, license }: ChannelDraft): IngestMetadata => ({
  ...stored,
  control,
  meta: { ...meta, name: meta.name.trim() },
  license,
});

/** What a save has to write besides the metadata. */
export interface Writes {
  ingest: boolean;
  snapshot: boolean;
}

interface Change {
  channel: string;
  network: Network;
  stored: IngestMetadata;
  wanted: IngestMetadata;
}

/**
 * Only what the change concerns is sent: what runs may have been made by another interface, and nobody who corrects a
 * name wants it replaced. null: there is no complete process to send.
 */
export function writesOf({ channel, network, stored, wanted }: Change): Writes | null {
  const ingest = ingestProcess({ channel, metadata: wanted, network });
  if (!ingest) return null;
  return {
    ingest: !sameJson(ingestProcess({ channel, metadata: stored, network }), ingest),
    snapshot:
      stored.control.snapshot.enable !== wanted.control.snapshot.enable ||
      !sameJson(snapshotProcess({ channel, metadata: stored }), snapshotProcess({ channel, metadata: wanted })),
  };
}

export const INCOMPLETE = msg('The input profile is not complete. Please define a video and audio source.');

/** What is wrong, all of it on the first tab. */
export type ChannelFaults = Partial<Record<'source' | 'name', string>>;

export const channelFaultsOf = ({ meta }: ChannelDraft, complete: boolean): ChannelFaults => ({
  ...(complete ? {} : { source: INCOMPLETE }),
  ...(meta.name.trim() === '' ? { name: msg('Enter a channel name.') } : {}),
});
