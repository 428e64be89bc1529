import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AgentState } from '../../../api/agentEndpoints.ts';
import type { AddressFault } from '../../../media/agent/agentAddress.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

/** Whether the agent of this core can be asked. `why`: for people. */
export type AgentAccess =
  /** Not asked yet. */
  | { status: 'unknown' }
  /** Nobody has told where it is. */
  | { status: 'none' }
  /** It is at another origin, and nobody has allowed in this browser that the token goes there. */
  | { status: 'unconfirmed'; address: string }
  | { status: 'away'; address: string; why: MaskedText }
  | { status: 'ready'; address: string; state: AgentState };

/** What an address that was entered is like. `trouble`: an agent is there, and says that it is not well. */
type AddressCheck =
  | { status: 'idle' }
  | { status: 'asking' }
  | { status: 'faulty'; fault: AddressFault }
  | { status: 'failed'; address: string; why: MaskedText }
  | { status: 'found' | 'saving'; address: string; trouble: MaskedText | null };

interface Agent {
  access: AgentAccess;
  /** When it was asked last (ms). */
  askedAt: number;
  check: AddressCheck;
}

export interface WithAgent {
  agent: Agent;
}

/** Something that needs the agent is on the screen. */
export const agentShown = createAction('agent/shown');
export const agentHidden = createAction('agent/hidden');
/** Ask at once. */
export const agentRetried = createAction('agent/retried');
/** The token may go to this address, from this browser. */
export const agentConfirmed = createAction<string>('agent/confirmed');
export const agentAddressChecked = createAction<string>('agent/addressChecked');
/** What was found is to be stored for everybody. */
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
