import type { WithChannels } from '../channel/slice.ts';
import type { WithAlarm } from './slice.ts';

/** A channel with something wrong; a core that is gone is no channel. */
export interface Bad {
  id: string;
  name: string | null;
}

export const namedIn = ({ channel: { list } }: WithChannels, ids: readonly string[]): readonly Bad[] =>
  ids.map((id) => ({ id, name: list.find((channel) => channel.id === id)?.name ?? null }));

export const badIn = (state: WithAlarm & WithChannels): readonly Bad[] => namedIn(state, state.alarm.bad);
