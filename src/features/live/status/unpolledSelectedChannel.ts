import type { WithChannels } from '../channel/slice.ts';
import type { WithStatus } from './slice.ts';

type ChannelListState = WithChannels & WithStatus;

export const isAvailable = ({ channel: { list } }: WithChannels, channel: string): boolean =>
  list.some(({ id, available }) => id === channel && available);

/** The selected channel while nobody watches its processes; null where the header needs no request of its own. */
export const unpolledIn = (state: ChannelListState): string | null => {
  const { current } = state.channel;
  return current !== null && state.status.watched !== current && isAvailable(state, current) ? current : null;
};
