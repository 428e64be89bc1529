import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * Whether the core answers. `retryAt` (ms) is when it is asked again by itself.
 * `awaited`: somebody restarted it, waits for it, and ends this; nobody else is alarmed or asks it for anything.
 */
export type Connection =
  | { status: 'alive' }
  | { status: 'awaited' }
  | { status: 'lost'; message: string; retryAt: number };

export interface WithConnection {
  connection: Connection;
}

const slice = createSlice({
  name: 'connection',
  initialState: { status: 'alive' } as Connection,
  reducers: {
    connectionLost: (_, { payload }: PayloadAction<{ message: string; retryAt: number }>): Connection => ({
      status: 'lost',
      ...payload,
    }),
    connectionAwaited: (): Connection => ({ status: 'awaited' }),
    connectionHealed: (): Connection => ({ status: 'alive' }),
  },
});

export const retryRequested = createAction('connection/retryRequested');
export const { connectionLost, connectionAwaited, connectionHealed } = slice.actions;
export const connection = slice.reducer;
