import { CURRENT, type WebsiteSettings } from '../settings.ts';

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
