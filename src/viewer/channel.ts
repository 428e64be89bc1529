import type { IngestMetadata, Meta } from '../media/metadata.ts';
import { type PlayerSettings, parsePlayerSettings } from './player/settings.ts';

/** What the pages know of one channel; `id` is its uuid, `license` the stored text. */
export interface ViewedChannel extends Meta {
  id: string;
  license: string;
  player: PlayerSettings;
}

export const viewedChannel = (id: string, { meta, license, player }: IngestMetadata): ViewedChannel => ({
  id,
  name: meta.name,
  description: meta.description,
  author: { name: meta.author.name, description: meta.author.description },
  license,
  player: parsePlayerSettings(player),
});
