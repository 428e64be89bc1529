import { channelOrder } from '../../../viewer/website/templateData.ts';
import type { Channel } from '../../live/channel/slice.ts';
import type { WebsiteDraft } from './draft.ts';

/** A channel in the list of the form. The main one is on the website in any case. */
export interface ChannelRow {
  id: string;
  name: string;
  isListed: boolean;
  isMain: boolean;
}

/**
 * All channels of the core: those on the website in its order, then the others by name.
 *
 * @param current the channel that is selected in the interface
 */
export function channelRows(
  draft: Pick<WebsiteDraft, 'channelid' | 'channel_list'>,
  channels: readonly Pick<Channel, 'id' | 'name' | 'available'>[],
  current: string | null,
): ChannelRow[] {
  const there = channels.filter(({ available }) => available);
  const { main, listed } = channelOrder(draft, there, current);
  const others = there.filter((channel) => !listed.includes(channel));
  return [...listed, ...others].map((channel) => ({
    id: channel.id,
    name: channel.name,
    isListed: listed.includes(channel),
    isMain: channel === main,
  }));
}

/** The ids to store for these rows. What is no channel here may be one again: it stays, behind them. */
export function listOfRows(rows: readonly ChannelRow[], before: readonly string[]): string[] {
  const unknown = before.filter((id) => !rows.some((row) => row.id === id));
  return [...rows.flatMap(({ id, isListed }) => (isListed ? [id] : [])), ...unknown];
}

/** The row at one place goes to another; all others keep their order. */
export function rowMoved(rows: readonly ChannelRow[], from: number, to: number): ChannelRow[] {
  const moved = rows.slice(from, from + 1);
  return rows.toSpliced(from, 1).toSpliced(to, 0, ...moved);
}

/** A channel that comes onto the website comes last. */
export function rowListed(rows: readonly ChannelRow[], id: string, isListed: boolean): ChannelRow[] {
  const changed = rows.filter((row) => row.id === id).map((row) => ({ ...row, isListed }));
  return [...rows.filter((row) => row.id !== id), ...changed];
}
