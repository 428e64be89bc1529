import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AgentToken, agentEndpoints } from '../../../api/agentEndpoints.ts';
import type { Arguments } from '../../../api/route.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

export type TokenDraft = Arguments<typeof agentEndpoints.agentTokenAdd>['body'];

/** A token that was just made; only this page ever has its secret. */
interface ShownSecret {
  name: string;
  secret: string;
  /** The base address of the agent's API. */
  address: string;
}

interface TokensState {
  /** null: not told yet. */
  known: readonly AgentToken[] | null;
  /** Why the agent did not answer the last look. */
  trouble: MaskedText | null;
  made: ShownSecret | null;
  /** A token is being made. */
  isAdding: boolean;
  /** Ids of those that are being revoked. */
  revoking: readonly string[];
}

export interface WithTokens {
  tokens: TokensState;
}

/** The screen of the tokens is shown. */
export const tokensOpened = createAction('tokens/opened');
export const tokensClosed = createAction('tokens/closed');
export const tokenAddRequested = createAction<TokenDraft>('tokens/addRequested');
export const tokenRevokeRequested = createAction<string>('tokens/revokeRequested');

const initialState: TokensState = { known: null, trouble: null, made: null, isAdding: false, revoking: [] };

const slice = createSlice({
  name: 'tokens',
  initialState,
  reducers: {
    tokensHeard: (state, { payload }: PayloadAction<readonly AgentToken[]>): TokensState => ({
      ...state,
      trouble: null,
      known: sameJson(payload, state.known) ? state.known : payload,
    }),
    tokensUnheard: (state, { payload: trouble }: PayloadAction<MaskedText>): TokensState => ({ ...state, trouble }),
    tokenAdding: (state, { payload: isAdding }: PayloadAction<boolean>): TokensState => ({ ...state, isAdding }),
    tokenMade: (state, { payload: made }: PayloadAction<ShownSecret | null>): TokensState => ({ ...state, made }),
    revokeBegun: (state, { payload: id }: PayloadAction<string>): TokensState => ({
      ...state,
      revoking: [...state.revoking, id],
    }),
    revokeEnded: (state, { payload: id }: PayloadAction<string>): TokensState => ({
      ...state,
      revoking: state.revoking.filter((one) => one !== id),
    }),
  },
  extraReducers: (builder) => builder.addCase(tokensClosed, (): TokensState => initialState),
});

export const { tokensHeard, tokensUnheard, tokenAdding, tokenMade, revokeBegun, revokeEnded } = slice.actions;
export const tokens = slice.reducer;
