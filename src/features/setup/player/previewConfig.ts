import { type PlayerConfig, playerConfig } from '../../../viewer/player/config.ts';
import { parsePlayerSettings } from '../../../viewer/player/settings.ts';
import type { ViewedChannel } from '../../../viewer/player/viewedChannel.ts';
import { playerWith } from './draft.ts';
import type { PlayerDraft, PlayerImage } from './slice.ts';

/** Where the browser has what was picked and is on no disk yet. */
export type PickedImages = Readonly<Record<PlayerImage, string | null>>;

/**
 * The configuration that the pages would read of a draft if it were saved now.
 * @param snapshot whether the stream has one: without it and without a poster there is no image before playback
 */
export function previewConfig(
  channel: ViewedChannel,
  draft: PlayerDraft,
  { picked, snapshot }: { picked: PickedImages; snapshot: boolean },
): PlayerConfig {
  const config = playerConfig({ ...channel, player: parsePlayerSettings(playerWith(channel.player, draft)) });
  const dark = !draft.ownPoster && !snapshot;
  return {
    ...config,
    logo: { ...config.logo, image: picked.logo ?? config.logo.image },
    poster: picked.poster ?? (dark ? '' : config.poster),
  };
}
