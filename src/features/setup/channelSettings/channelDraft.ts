import { msg } from '../../../i18n/msg.ts';
import type { Network } from '../../../media/address/channelAddresses.ts';
import { ingestProcess } from '../../../media/process/ingest.ts';
import { snapshotProcess } from '../../../media/process/snapshot.ts';
import type { IngestMetadata, Meta } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

/** The editable part of the metadata; sources and encodings have their own screens. */
export interface ChannelDraft {
  control: IngestMetadata['control'];
  meta: Meta;
  license: string;
}

/** @param name of the channel, if no name is stored yet */
export const channelDraftOf = ({ control, meta, license }: IngestMetadata, name: string): ChannelDraft => ({
  control,
  meta: { ...meta, name: meta.name || name },
  license,
});

export const metadataWith = (stored: IngestMetadata, { control, meta, license }: ChannelDraft): IngestMetadata => ({
  ...stored,
  control,
  meta: { ...meta, name: meta.name.trim() },
  license,
});

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

/** Returns which processes a save changes, so that others are not interrupted; null: the process is incomplete. */
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

/** Faults of the form; all these fields are on the first tab. */
export type ChannelFaults = Partial<Record<'source' | 'name', string>>;

export const channelFaultsOf = ({ meta }: ChannelDraft, complete: boolean): ChannelFaults => ({
  ...(complete ? {} : { source: INCOMPLETE }),
  ...(meta.name.trim() === '' ? { name: msg('Enter a channel name.') } : {}),
});
