import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * Whether the core answers. `retryAt` (ms) is when it is asked again by itself.
 * `awaited`: somebody restarted it, waits for it, and ends this; nobody else is alarmed or asks it for anything.
 */
export type Connection =
  | { state: 'alive' }
  | { state: 'awaited' }
  | { state: 'lost'; message: string; retryAt: number };

const slice = createSlice({
  name: 'connection',
  initialState: { state: 'alive' } as Connection,
  reducers: {
    connectionLost: (_, { payload }: PayloadAction<{ message: string; retryAt: number }>): Connection => ({
      state: 'lost',
      ...payload,
    }),
    connectionAwaited: (): Connection => ({ state: 'awaited' }),
    connectionHealed: (): Connection => ({ state: 'alive' }),
  },
});

export const retryRequested = createAction('connection/retryRequested');
export const { connectionLost, connectionAwaited, connectionHealed } = slice.actions;
export const connection = slice.reducer;
