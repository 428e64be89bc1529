import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AgentState } from '../../../api/agentEndpoints.ts';
import type { AddressFault } from '../../../media/agent/agentAddress.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

/** Whether the agent of this core is available. `why` is shown to the operator. */
export type AgentAccess =
  | { status: 'unknown' }
  | { status: 'none' }
  /** It is at another origin, and the operator has not confirmed in this browser that the token may go there. */
  | { status: 'unconfirmed'; address: string }
  | { status: 'away'; address: string; why: MaskedText }
  | { status: 'ready'; address: string; state: AgentState };

/** Result of checking an entered address. `trouble`: an agent responds there, but reports a problem. */
type AddressCheck =
  | { status: 'idle' }
  | { status: 'asking' }
  | { status: 'faulty'; fault: AddressFault }
  | { status: 'failed'; address: string; why: MaskedText }
  | { status: 'found' | 'saving'; address: string; trouble: MaskedText | null };

interface Agent {
  access: AgentAccess;
  /** Milliseconds since 1970. */
  askedAt: number;
  check: AddressCheck;
}

export interface WithAgent {
  agent: Agent;
}

/** A component that needs the agent is on the screen. */
export const agentShown = createAction('agent/shown');
export const agentHidden = createAction('agent/hidden');
export const agentRetried = createAction('agent/retried');
export const agentConfirmed = createAction<string>('agent/confirmed');
export const agentAddressChecked = createAction<string>('agent/addressChecked');
export const agentAddressSaved = createAction('agent/addressSaved');

const initialState: Agent = {
  access: { status: 'unknown' },
  askedAt: Number.NEGATIVE_INFINITY,
  check: { status: 'idle' },
};

const slice = createSlice({
  name: 'agent',
  initialState,
  reducers: {
    agentSeen: (state, { payload: { access, at } }: PayloadAction<{ access: AgentAccess; at: number }>): Agent => ({
      ...state,
      access: sameJson(state.access, access) ? state.access : access,
      askedAt: at,
    }),
    agentAddressJudged: (state, { payload: check }: PayloadAction<AddressCheck>): Agent => ({ ...state, check }),
  },
});

export const { agentSeen, agentAddressJudged } = slice.actions;
export const agent = slice.reducer;

export const agentAccessIn = ({ agent }: WithAgent): AgentAccess => agent.access;
