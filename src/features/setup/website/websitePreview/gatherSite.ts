import { call, select } from 'typed-redux-saga';
import type { CoderSettings } from '../../../../media/encoding/profile.ts';
import { pagesOf } from '../../../../viewer/website/generatedFiles.ts';
import { parseWebsiteSettings } from '../../../../viewer/website/settings.ts';
import type { WebsitePage } from '../../../../viewer/website/templateData.ts';
import type { WithChannels } from '../../../live/channel/slice.ts';
import { addressOfPages } from '../../../live/viewerPages/updatePlayerPages.ts';
import { channelsOnCore } from '../../../live/viewerPages/updateWebsite.ts';

/** What pages are made of beside the settings of the website. Throws a CoreError. */
export function* gatherSite() {
  const { listed } = yield* call(channelsOnCore);
  const { current } = yield* select((state: WithChannels) => state.channel);
  return { channels: listed, current, address: yield* call(addressOfPages, '') };
}

type Site = Omit<Parameters<typeof pagesOf>[0], 'settings'>;

/** The page that viewers see first, by settings as they are stored; null while there is no channel. */
export const firstPage = (site: Site, playersite: CoderSettings): WebsitePage | null =>
  pagesOf({ ...site, settings: parseWebsiteSettings(playersite) })[0] ?? null;
