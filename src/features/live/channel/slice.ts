import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Channel, Egress, Egresses } from '../../../media/channel/channel.ts';
import { type Delivery, IN_MEMORY } from '../../../media/edge/delivery.ts';
import type { StatusAnswer } from '../../../media/status/channelStatus.ts';

export const channelOpened = createAction<string>('channel/opened');
/** Only the process states of this channel are on the screen. */
export const statesOpened = createAction<string>('channel/statesOpened');
export const channelClosed = createAction('channel/closed');

export const processesUnread = createAction<{ channel: string; reason: string }>('channel/processesUnread');
export const statesAged = createAction('channel/statesAged');
export const statesRetried = createAction<string>('channel/statesRetried');

export interface StatusFetched {
  askedAt: number;
  /** The channel whose processes are all in the answer; null if the answer is about others. */
  watched: string | null;
  answers: Readonly<Record<string, StatusAnswer>>;
}

export const statusFetched = createAction<StatusFetched>('channel/statusFetched');

export interface WatchedAnswer extends StatusAnswer {
  channel: string;
  askedAt: number;
}

export const watchedFetched = ({ channel, askedAt, ...answer }: WatchedAnswer) =>
  statusFetched({ askedAt, watched: channel, answers: { [channel]: answer } });

export const isWatchedFetched = (action: unknown): action is ReturnType<typeof statusFetched> =>
  statusFetched.match(action) && action.payload.watched !== null;

export function watchedAnswerIn({ askedAt, watched, answers }: StatusFetched): WatchedAnswer | null {
  const answer = watched === null ? undefined : answers[watched];
  return watched === null || !answer ? null : { ...answer, channel: watched, askedAt };
}

export interface Channels {
  list: readonly Channel[];
  current: string | null;
  /** Id of the channel with a deletion in flight. */
  deleting?: string | undefined;
}

export interface WithChannels {
  channel: Channels;
}

const byName = (a: Channel, b: Channel) =>
  a.name.localeCompare(b.name, undefined, { sensitivity: 'base' }) || a.id.localeCompare(b.id);

const change = (channels: Channels, id: string, changed: Partial<Channel>): Channels => ({
  ...channels,
  list: channels.list.map((channel) => (channel.id === id ? { ...channel, ...changed } : channel)).sort(byName),
});

const egressesOf = ({ list }: Channels, channel: string): Egresses =>
  list.find(({ id }) => id === channel)?.egresses ?? {};

export const deliveryOf = (channel: Channel | undefined): Delivery => channel?.delivery ?? IN_MEMORY;

export const deliveryIn = ({ channel: { list } }: WithChannels, channel: string): Delivery =>
  deliveryOf(list.find(({ id }) => id === channel));

/** The channel that was shown last, or else the first one. */
export const preferredOf = (channels: readonly Channel[], chosen: string | null): Channel | undefined => {
  const list = channels.toSorted(byName);
  return list.find(({ id }) => id === chosen) ?? list[0];
};

const slice = createSlice({
  name: 'channel',
  initialState: { list: [], current: null } as Channels,
  reducers: {
    channelsFound: (_, { payload }: PayloadAction<{ list: readonly Channel[]; chosen: string | null }>): Channels => {
      const list = payload.list.toSorted(byName);
      return { list, current: preferredOf(list, payload.chosen)?.id ?? null };
    },
    channelsSeen: ({ current, deleting }, { payload }: PayloadAction<readonly Channel[]>): Channels => {
      const list = payload.toSorted(byName);
      return { list, current: preferredOf(list, current)?.id ?? null, deleting };
    },
    channelCreated: (channels, { payload }: PayloadAction<Channel>): Channels => ({
      list: [...channels.list, payload].sort(byName),
      current: payload.id,
    }),
    channelSelected: (channels, { payload: current }: PayloadAction<string>): Channels => ({ ...channels, current }),
    channelSaved: (channels, { payload }: PayloadAction<Pick<Channel, 'id' | 'name' | 'delivery'>>): Channels =>
      change(channels, payload.id, { ...payload, available: true }),
    channelDeletion: (channels, { payload: deleting }: PayloadAction<string | undefined>): Channels => ({
      ...channels,
      deleting,
    }),
    channelGone: (channels, { payload: id }: PayloadAction<string>): Channels => {
      const list = channels.list.filter((channel) => channel.id !== id);
      return { list, current: channels.current === id ? (list[0]?.id ?? null) : channels.current };
    },
    egressesFound: (
      channels,
      { payload: { channel, ...found } }: PayloadAction<{ channel: string } & Pick<Channel, 'egresses' | 'renditions'>>,
    ): Channels => change(channels, channel, found),
    egressSaved: (
      channels,
      { payload: { channel, id, ...egress } }: PayloadAction<{ channel: string; id: string } & Egress>,
    ): Channels => change(channels, channel, { egresses: { ...egressesOf(channels, channel), [id]: egress } }),
    egressGone: (channels, { payload: { channel, id } }: PayloadAction<{ channel: string; id: string }>): Channels => {
      const { [id]: _, ...egresses } = egressesOf(channels, channel);
      return change(channels, channel, { egresses });
    },
  },
});

export const {
  channelsFound,
  channelsSeen,
  channelCreated,
  channelSelected,
  channelSaved,
  channelDeletion,
  channelGone,
  egressesFound,
  egressSaved,
  egressGone,
} = slice.actions;
export const channel = slice.reducer;
