import { ingestId } from '../../api/processIds.ts';
import { type Analytics, analyticsOf } from '../analytics.ts';
import { escapeMarkup } from '../markup.ts';
import type { ChannelForViewers } from '../player/channelForViewers.ts';
import { playerConfig } from '../player/config.ts';
import { HEIGHT, WIDTH } from '../player/iframe.ts';
import { posterAddress } from '../player/oembed.ts';
import { CURRENT, type WebsiteSettings } from './settings.ts';

export const RSS_FILE = 'playersite/feed.xml';
export const JSON_FEED_FILE = 'playersite/feed.json';
export const MAIN_FILE = 'index.html';

/** Texts of the operator, each with its own page and a dialog on all others. */
export const NOTES = ['imprint', 'terms'] as const;
export type Note = (typeof NOTES)[number];

/** Cannot clash with channel pages, whose ids are UUIDs. */
export const noteFile = (note: Note) => `playersite_${note}.html`;

/** The main page is at the root. */
export const addressOfFile = (address: string, file: string) => `${address}/${file === MAIN_FILE ? '' : file}`;

export const pageAddress = ({ address, file }: Pick<WebsitePage, 'address' | 'file'>) => addressOfFile(address, file);

type Order = Pick<WebsiteSettings, 'channelid' | 'channel_list'>;

/** Lists all channels if no list is set. Otherwise, a main channel that is not in the list comes first. */
export function channelOrder<Channel extends { id: string }>(
  { channelid, channel_list }: Order,
  channels: readonly Channel[],
  current: string | null,
): { main: Channel | undefined; listed: readonly Channel[] } {
  const byId = (id: string | null) => channels.find((channel) => channel.id === id);
  const main = (channelid === CURRENT ? undefined : byId(channelid)) ?? byId(current) ?? channels[0];
  if (channel_list === null) return { main, listed: channels };
  const listed = [...new Set(channel_list)].flatMap((id) => byId(id) ?? []);
  return { main, listed: main === undefined || listed.includes(main) ? listed : [main, ...listed] };
}

export interface ListedChannel extends ChannelForViewers {
  egresses: readonly string[];
}

export interface WebsitePage {
  /** Public address of the core without a trailing slash. */
  address: string;
  file: string;
  settings: WebsiteSettings;
  channel: ChannelForViewers;
  /** All channels with a page, the main one first. */
  channels: readonly ListedChannel[];
}

/** The website's setting, or else the player's. */
export const countedBy = ({ settings, channel }: WebsitePage): Analytics | null =>
  analyticsOf(settings.ga) ?? analyticsOf(channel.player.ga);

export const withBreaks = (markup: string) => markup.replace(/\r\n|\r|\n/g, '<br />');

export const pageFile = ({ id }: { id: string }) => `playersite_${id}.html`;

export const posterOf = (channel: ChannelForViewers) => playerConfig(channel).poster;

/** All variables of a stored template, compatible with earlier releases. */
export function templateData({ address, settings, channel, channels }: WebsitePage) {
  return {
    ...settings,
    player: 'videojs',
    url: 'index.html',
    // 1.0.0 passed two misspelled names, which old templates still use.
    titel: settings.title,
    textcolor_titel: settings.textcolor_title,
    imprint_html: withBreaks(settings.imprint),
    terms_html: withBreaks(settings.terms),
    channels: channels.map((listed) => ({
      id: ingestId(listed.id),
      channelid: listed.id,
      name: listed.name,
      available: true,
      thumbnail: posterAddress(listed, address),
      egresses: listed.egresses,
    })),
    channel_id: channel.id,
    channel_name: channel.name,
    channel_description: channel.description,
    // Escaped, as templates insert these two raw.
    channel_description_html: withBreaks(escapeMarkup(channel.description)),
    channel_creator_name: channel.author.name,
    channel_creator_description: channel.author.description,
    channel_creator_description_html: withBreaks(escapeMarkup(channel.author.description)),
    channel_license: channel.license,
    channel_poster: posterOf(channel),
    channel_width: WIDTH,
    channel_height: HEIGHT,
  };
}
