import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HoldStatus } from '../../../../media/hold/holdStatus.ts';
import { type AgentSight, NOT_SEEN, nextAgentSight } from './nextAgentSight.ts';

export interface WithAgentSight {
  agentSight: AgentSight;
}

const slice = createSlice({
  name: 'agentSight',
  initialState: NOT_SEEN as AgentSight,
  reducers: {
    /** status null: there is no file; at: by the monotonic clock, in ms */
    statusRead: (sight, { payload }: PayloadAction<{ status: HoldStatus | null; at: number }>) =>
      nextAgentSight(sight, payload),
    agentForgotten: () => NOT_SEEN,
  },
});

export const { statusRead, agentForgotten } = slice.actions;
export const agentSight = slice.reducer;
