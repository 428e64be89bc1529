import type { Storage } from '../hls/hlsFiles.ts';
import type { IngestMetadata } from '../stored/metadata.ts';
import { parseEdgeAddresses } from './parseEdgeAddresses.ts';

export type Delivery = {
  storage: Storage;
  endless: boolean;
  rtmp: boolean;
  srt: boolean;
  /** Whether the playlist is a master playlist. */
  variants: boolean;
  /** Players use one of these instead of the core. */
  edges: readonly string[];
};

export const IN_MEMORY: Delivery = {
  storage: 'memfs',
  endless: false,
  rtmp: false,
  srt: false,
  variants: false,
  edges: [],
};

export const deliveryOf = ({
  control: { hls, rtmp, srt },
  player,
}: Pick<IngestMetadata, 'control' | 'player'>): Delivery => ({
  storage: hls.storage,
  endless: hls.listSize === 0,
  rtmp: rtmp.enable,
  srt: srt.enable,
  variants: hls.master_playlist,
  edges: (typeof player.delivery === 'string' ? parseEdgeAddresses(player.delivery) : null) ?? [],
});
