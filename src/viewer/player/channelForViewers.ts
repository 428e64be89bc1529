import type { Storage } from '../../media/hls/hlsFiles.ts';
import type { IngestMetadata, Meta } from '../../media/stored/metadata.ts';
import { type PlayerSettings, parsePlayerSettings } from './settings.ts';

/** What the pages know of one channel; `id` is its uuid, `license` the stored text. */
export interface ChannelForViewers extends Meta {
  id: string;
  license: string;
  /** Where its playlist lies. */
  storage: Storage;
  player: PlayerSettings;
}

export const channelForViewers = (
  id: string,
  { meta, license, player, control }: IngestMetadata,
): ChannelForViewers => ({
  id,
  name: meta.name,
  description: meta.description,
  author: { name: meta.author.name, description: meta.author.description },
  license,
  storage: control.hls.storage,
  player: parsePlayerSettings(player),
});
