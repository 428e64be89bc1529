import type { Storage } from '../../media/hls/hlsFiles.ts';
import type { IngestMetadata, Meta } from '../../media/stored/metadata.ts';
import { type PlayerSettings, parsePlayerSettings } from './settings.ts';

export interface ChannelForViewers extends Meta {
  id: string;
  license: string;
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
