import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Whether the core answers. `retryAt` (ms) is when it is asked again by itself. */
export type Connection = { state: 'alive' } | { state: 'lost'; message: string; retryAt: number };

const slice = createSlice({
  name: 'connection',
  initialState: { state: 'alive' } as Connection,
  reducers: {
    connectionLost: (_, { payload }: PayloadAction<{ message: string; retryAt: number }>): Connection => ({
      state: 'lost',
      ...payload,
    }),
    connectionHealed: (): Connection => ({ state: 'alive' }),
  },
});

export const retryRequested = createAction('connection/retryRequested');
export const { connectionLost, connectionHealed } = slice.actions;
export const connection = slice.reducer;
