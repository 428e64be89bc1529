import type { Storage } from './hls.ts';
import type { IngestMetadata } from './metadata.ts';

/** How the stream of a channel can be taken: what its addresses are made of. */
export type Delivery = {
  storage: Storage;
  /** No segment is ever deleted. */
  endless: boolean;
  rtmp: boolean;
  srt: boolean;
};

export const IN_MEMORY: Delivery = { storage: 'memfs', endless: false, rtmp: false, srt: false };

export const deliveryOf = ({ control: { hls, rtmp, srt } }: Pick<IngestMetadata, 'control'>): Delivery => ({
  storage: hls.storage,
  endless: hls.listSize === 0,
  rtmp: rtmp.enable,
  srt: srt.enable,
});
