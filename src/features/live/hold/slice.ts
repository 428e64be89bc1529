import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { holdOf, type ShownHold } from '../../../media/hold/holdOf.ts';
import type { HoldSighting } from '../../../media/hold/holdSighting.ts';
import { holdReadersOf } from '../../../media/status/channelStatus.ts';
import { connectionAwaited, connectionLost } from '../../gate/connection/slice.ts';
import { channelGone, statusFetched } from '../channel/slice.ts';
import { ingestStopRequested } from '../ingest/slice.ts';
import type { WithStatus } from '../status/slice.ts';

/** The operator's choice for the air: the standby image, the first working backup, or the decision of the agent. */
export type WantedOnAir = 'slate' | 'backup' | 'auto';

/** An order from this page that the agent has not followed yet. `at` in milliseconds since 1970. */
export interface OpenOrder {
  wanted: WantedOnAir;
  at: number;
}

export interface Holds {
  sightings: Readonly<Record<string, HoldSighting>>;
  orders: Readonly<Record<string, OpenOrder>>;
}

export interface WithHold {
  hold: Holds;
}

export const holdOrdered = createAction<{ channel: string; wanted: WantedOnAir }>('hold/ordered');

/** Switches protected publications of this channel to the source, because no agent writes the hold. */
export const holdReleased = createAction<string>('hold/released');

const NOTHING: Holds = { sightings: {}, orders: {} };

function without<T>(all: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = all;
  return rest;
}

const slice = createSlice({
  name: 'hold',
  initialState: NOTHING,
  reducers: {
    holdRead: (
      holds,
      { payload: { channel, sighting } }: PayloadAction<{ channel: string; sighting: HoldSighting }>,
    ): Holds => ({ ...holds, sightings: { ...holds.sightings, [channel]: sighting } }),
    orderGiven: (holds, { payload: { channel, ...order } }: PayloadAction<OpenOrder & { channel: string }>): Holds => ({
      ...holds,
      orders: { ...holds.orders, [channel]: order },
    }),
    /** The agent has followed the order, or the core has rejected it. */
    orderEnded: (holds, { payload }: PayloadAction<string>): Holds => ({
      ...holds,
      orders: without(holds.orders, payload),
    }),
  },
  extraReducers: (builder) => {
    // The agent may have restarted together with the core.
    const lost = (holds: Holds): Holds => ({ ...holds, sightings: NOTHING.sightings });
    const forget = ({ sightings, orders }: Holds, channel: string): Holds => ({
      sightings: without(sightings, channel),
      orders: without(orders, channel),
    });
    builder
      .addCase(statusFetched, (holds, { payload: { answers } }): Holds => {
        const left = Object.entries(answers).filter(
          ([channel, { egresses }]) =>
            channel in holds.sightings && Object.values(egresses).every(({ hold }) => hold !== channel),
        );
        return left.reduce((after, [channel]) => forget(after, channel), holds);
      })
      .addCase(
        ingestStopRequested,
        (holds, { payload }): Holds => ({
          ...holds,
          orders: without(holds.orders, payload),
        }),
      )
      .addCase(channelGone, (holds, { payload }): Holds => forget(holds, payload))
      .addCase(connectionLost, lost)
      .addCase(connectionAwaited, lost);
  },
});

export const { holdRead, orderGiven, orderEnded } = slice.actions;
export const hold = slice.reducer;

export const isHoldReadIn = ({ status: { channels } }: WithStatus, channel: string): boolean =>
  holdReadersOf(channels[channel]?.egresses ?? {}, channel).length > 0;

export const holdIn = (state: WithHold & WithStatus, channel: string): ShownHold =>
  holdOf(isHoldReadIn(state, channel), state.hold.sightings[channel]);
