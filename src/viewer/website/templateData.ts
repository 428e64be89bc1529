import { ingestId } from '../../api/processIds.ts';
import { type Analytics, analyticsOf } from '../analytics.ts';
import { escapeMarkup } from '../markup.ts';
import type { ChannelForViewers } from '../player/channelForViewers.ts';
import { playerConfig } from '../player/config.ts';
import { HEIGHT, WIDTH } from '../player/iframe.ts';
import { posterAddress } from '../player/oembed.ts';
import { CURRENT, type WebsiteSettings } from './settings.ts';

/** Files of the website beside the pages of its channels, below the web root. */
export const RSS_FILE = 'playersite/feed.xml';
export const JSON_FEED_FILE = 'playersite/feed.json';
export const MAIN_FILE = 'index.html';

/** What an operator may have to say in public; each has a page of its own, and a dialog on all others. */
export const NOTES = ['imprint', 'terms'] as const;
export type Note = (typeof NOTES)[number];

/** No channel is called so: their ids are UUIDs. */
export const noteFile = (note: Note) => `playersite_${note}.html`;

/** The address of a page for those who do not see it in a browser. The first one is what stands at the root. */
export const addressOfFile = (address: string, file: string) => `${address}/${file === MAIN_FILE ? '' : file}`;

export const pageAddress = ({ address, file }: Pick<WebsitePage, 'address' | 'file'>) => addressOfFile(address, file);

type Order = Pick<WebsiteSettings, 'channelid' | 'channel_list'>;

/**
 * Which of the channels the website shows, in its order. Without a list all of them, as they come; else those of the
 * list as it has them, and the main channel in any case. `main` is undefined where there is no channel.
 *
 * @param current the channel that is selected in the interface
 */
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

/** A channel in the list of the website; egresses: process ids of its publications. */
export interface ListedChannel extends ChannelForViewers {
  egresses: readonly string[];
}

/** What one page of the website is made of. */
export interface WebsitePage {
  /** The public address of the core, without a closing slash. */
  address: string;
  /** File name below it. */
  file: string;
  settings: WebsiteSettings;
  channel: ChannelForViewers;
  /** All that have a page, the main channel first. */
  channels: readonly ListedChannel[];
}

/** By what the page of a channel counts its views: as the website says, else as the player does. */
export const countedBy = ({ settings, channel }: WebsitePage): Analytics | null =>
  analyticsOf(settings.ga) ?? analyticsOf(channel.player.ga);

export const withBreaks = (markup: string) => markup.replace(/\r\n|\r|\n/g, '<br />');

/** The page of a channel, as a file below the public address. */
export const pageFile = ({ id }: { id: string }) => `playersite_${id}.html`;

/** As the page loads it: a path below the web root, or an address elsewhere. */
export const posterOf = (channel: ChannelForViewers) => playerConfig(channel).poster;

/** All variables of a stored template, as the releases so far have passed them. */
export function templateData({ address, settings, channel, channels }: WebsitePage) {
  return {
    ...settings,
    player: 'videojs',
    url: 'index.html',
    // 1.0.0 passed two names misspelt, and templates made for it still use them.
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
    // These two are put in raw; a description is text, so its markup is shown and not obeyed.
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
