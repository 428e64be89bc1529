import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AgentToken, agentEndpoints } from '../../../api/agentEndpoints.ts';
import type { Arguments } from '../../../api/route.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

export type TokenDraft = Arguments<typeof agentEndpoints.agentTokenAdd>['body'];

interface ShownSecret {
  name: string;
  secret: string;
  address: string;
}

interface TokensState {
  /** null: not loaded yet. */
  known: readonly AgentToken[] | null;
  /** Failure of the last poll. */
  trouble: MaskedText | null;
  made: ShownSecret | null;
  isAdding: boolean;
  /** Ids of tokens with a revocation in flight. */
  revoking: readonly string[];
}

export interface WithTokens {
  tokens: TokensState;
}

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
    tokenMade: (state, { payload: secret }: PayloadAction<ShownSecret | null>): TokensState => ({
      ...state,
      made: secret,
    }),
    revokeBegun: (state, { payload: id }: PayloadAction<string>): TokensState => ({
      ...state,
      revoking: [...state.revoking, id],
    }),
    revokeEnded: (state, { payload: id }: PayloadAction<string>): TokensState => ({
      ...state,
      revoking: state.revoking.filter((other) => other !== id),
    }),
  },
  extraReducers: (builder) => builder.addCase(tokensClosed, (): TokensState => initialState),
});

export const { tokensHeard, tokensUnheard, tokenAdding, tokenMade, revokeBegun, revokeEnded } = slice.actions;
export const tokens = slice.reducer;
