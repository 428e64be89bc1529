import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, select, takeEvery } from 'typed-redux-saga';
import { type ShownVerdict, shownAfter } from '../../../media/verdict/holdVerdict.ts';
import { verdictOf } from '../../../media/verdict/verdict.ts';
import { connectionHealed, connectionLost } from '../../gate/connection/slice.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { statesAged, statusFetched } from '../channel/channelStatusActions.ts';
import { channelGone } from '../channel/slice.ts';
import { type FactsState, factsOf } from './verdictSituation.ts';

/** Which sentence is on the screen, since when, by channel: the bar, the header, the list and the alarm hold the same one. */
type ShownVerdicts = Readonly<Record<string, ShownVerdict>>;

export interface WithShownVerdicts {
  verdict: ShownVerdicts;
}

const slice = createSlice({
  name: 'verdict',
  initialState: {} as ShownVerdicts,
  reducers: {
    verdictsShown: (shown, { payload }: PayloadAction<ShownVerdicts>): ShownVerdicts => ({ ...shown, ...payload }),
  },
  extraReducers: (builder) =>
    builder.addCase(
      channelGone,
      (shown, { payload: gone }): ShownVerdicts =>
        Object.fromEntries(Object.entries(shown).filter(([channel]) => channel !== gone)),
    ),
});

const { verdictsShown } = slice.actions;
export const shownVerdicts = slice.reducer;

export function* shownVerdictsSaga() {
  yield* takeEvery([statusFetched, statesAged, connectionLost, connectionHealed], catchSagaErrors(noteVerdicts));
}

type State = FactsState & WithShownVerdicts;

/** Only another sentence is noted: one that goes on keeps the time since when it is shown. */
function changedIn(state: State, now: number): ShownVerdicts {
  const channels = new Set([...Object.keys(state.status.channels), state.status.watched ?? []].flat());
  return Object.fromEntries(
    [...channels].flatMap((channel) => {
      const facts = factsOf(state, channel, now);
      const before = state.verdict[channel] ?? null;
      const shown = facts && shownAfter(before, verdictOf(facts), now);
      return shown && shown !== before && shown.since !== before?.since ? [[channel, shown] as const] : [];
    }),
  );
}

function* noteVerdicts() {
  const now = yield* host('now');
  const changed = changedIn(yield* select((state: State) => state), now());
  if (Object.keys(changed).length > 0) yield* put(verdictsShown(changed));
}
