import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** `retryAt` in ms since 1970. `awaited`: a restart on our command, so there are no alarms or requests. */
export type Connection =
  | { status: 'alive' }
  | { status: 'awaited' }
  /** `renewal`: the core responds, but the login cannot be renewed. */
  | { status: 'lost'; renewal?: boolean; message: string; retryAt: number };

export interface WithConnection {
  connection: Connection;
}

const slice = createSlice({
  name: 'connection',
  initialState: { status: 'alive' } as Connection,
  reducers: {
    connectionLost: (
      _,
      { payload }: PayloadAction<Omit<Extract<Connection, { status: 'lost' }>, 'status'>>,
    ): Connection => ({
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
