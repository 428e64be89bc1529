import { parseIngestMetadata } from '../../media/stored/metadata.ts';
import { viewedChannel } from '../viewedChannel.ts';
import { pagesOf } from './generatedFiles.ts';
import { parseWebsiteSettings } from './settings.ts';
import type { WebsitePage } from './templateData.ts';

export const ADDRESS = 'https://live.example.org';

/** The pages of a website; each channel as its ingest stores it, by id. The first one's page stands at the root. */
export function pagesSaying(channels: Readonly<Record<string, object>>, stored: object = {}): WebsitePage[] {
  const listed = Object.entries(channels).map(([id, metadata]) => ({
    ...viewedChannel(id, parseIngestMetadata(metadata)),
    egresses: [],
  }));
  return pagesOf({ address: ADDRESS, settings: parseWebsiteSettings(stored), channels: listed, current: null });
}

/** The first of them. */
export function pageSaying(channels: Readonly<Record<string, object>>, stored: object = {}): WebsitePage {
  const [page] = pagesSaying(channels, stored);
  if (!page) throw new Error('Name a channel: without one there is no page');
  return page;
}

export const namedChannel = (name: string, more: object = {}) => ({ meta: { name }, ...more });
