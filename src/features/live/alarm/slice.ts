import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { entered } from '../../gate/session/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { CORE } from './alarmChoices.ts';
import type { AlarmDecision, Memory, ToldThing } from './judgeAlarm.ts';

/** A channel with a problem. `name` is null for the core. */
export interface Bad {
  id: string;
  name: string | null;
}

export const namedIn = ({ channel: { list } }: WithChannels, ids: readonly string[]): readonly Bad[] =>
  ids.flatMap((id) => {
    const name = list.find((channel) => channel.id === id)?.name ?? null;
    return name === null && id !== CORE ? [] : [{ id, name }];
  });

export const badIn = (state: WithAlarm & WithChannels): readonly Bad[] => namedIn(state, state.alarm.bad);

export interface Alarm {
  memory: Readonly<Record<string, Memory>>;
  bad: readonly string[];
  /** Incidents reported by the agent; null if no agent is followed. */
  told: readonly ToldThing[] | null;
  ring: { n: number; channels: readonly string[] } | null;
}

export interface WithAlarm {
  alarm: Alarm;
}

const quiet: Alarm = { memory: {}, bad: [], told: null, ring: null };

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id, i) => id === b[i]);

const slice = createSlice({
  name: 'alarm',
  initialState: quiet,
  reducers: {
    alarmJudged: (alarm, { payload: { memory, bad } }: PayloadAction<Omit<AlarmDecision, 'rings'>>): Alarm => ({
      ...alarm,
      memory,
      bad: same(alarm.bad, bad) ? alarm.bad : bad,
    }),
    alarmRang: (alarm, { payload: channels }: PayloadAction<readonly string[]>): Alarm => ({
      ...alarm,
      ring: { n: (alarm.ring?.n ?? 0) + 1, channels },
    }),
    agentHeard: (alarm, { payload: reported }: PayloadAction<Alarm['told']>): Alarm => ({ ...alarm, told: reported }),
    alarmForgotten: () => quiet,
  },
  // The next operator starts without the alarms of the last one.
  extraReducers: (builder) => builder.addCase(entered, () => quiet),
});

export const { agentHeard, alarmJudged, alarmRang, alarmForgotten } = slice.actions;
export const alarm = slice.reducer;
