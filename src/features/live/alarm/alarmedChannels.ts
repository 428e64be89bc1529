import type { WithChannels } from '../channel/slice.ts';
import { CORE } from './alarmConditionsFromVerdicts.ts';
import type { WithAlarm } from './slice.ts';

/** A channel with something wrong; a core that is gone is no channel. */
export interface Bad {
  id: string;
  name: string | null;
}

export const namedIn = ({ channel: { list } }: WithChannels, ids: readonly string[]): readonly Bad[] =>
  ids.flatMap((id) => {
    const name = list.find((channel) => channel.id === id)?.name ?? null;
    // What was deleted meanwhile is nobody's concern, and not the core.
    return name === null && id !== CORE ? [] : [{ id, name }];
  });

export const badIn = (state: WithAlarm & WithChannels): readonly Bad[] => namedIn(state, state.alarm.bad);
