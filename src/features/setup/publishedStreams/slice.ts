import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { hasOwnKey, type Push, type PushType } from '../../../media/address/pushAddress.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { fetchPublishedNames } from '../../live/pushAddress/publishedNames.ts';
import { poll } from '../../shared/polling/poll.ts';

/** `owner`: id of the channel that publishes the stream itself. */
export interface PublishedStream {
  name: string;
  owner: string | null;
}

export interface WithPublishedStreams {
  /** null: not loaded yet. */
  publishedStreams: readonly PublishedStream[] | null;
}

export const publishedWanted = createAction<{ channel: string; type: PushType }>('publishedStreams/wanted');
export const publishedLeft = createAction('publishedStreams/left');

const slice = createSlice({
  name: 'publishedStreams',
  initialState: null as WithPublishedStreams['publishedStreams'],
  reducers: {
    publishedHeard: (_, { payload }: PayloadAction<WithPublishedStreams['publishedStreams']>) => payload,
  },
  extraReducers: (builder) => builder.addCase(publishedWanted, () => null).addCase(publishedLeft, () => null),
});

const { publishedHeard } = slice.actions;
export const publishedStreams = slice.reducer;

export function* publishedStreamsSaga() {
  yield* takeLatest(publishedWanted, catchSagaErrors(watch));
}

function* watch({ payload: { channel, type } }: ReturnType<typeof publishedWanted>) {
  yield* race({
    asking: poll('publishedKeys', function* () {
      const { list } = yield* select((state: WithChannels) => state.channel);
      const ids = list.map(({ id }) => id);
      const found = keysIn(yield* call(fetchPublishedNames, type), channel, { type, name: '' }).map((name) => ({
        name,
        owner: ids.find((id) => name === id || name === `${id}.stream`) ?? null,
      }));
      const before = yield* select((state: WithPublishedStreams) => state.publishedStreams);
      if (!sameJson(found, before)) yield* put(publishedHeard(found));
    }),
    left: take(publishedLeft),
  });
}

/** Other stream keys in use that this channel could adopt. */
export function keysIn(names: readonly string[], channel: string, push: Push): string[] {
  const last = names.map((name) => name.slice(name.lastIndexOf('/') + 1).split('?')[0] ?? '');
  return [...new Set(last.filter((name) => /^[\w.-]+$/.test(name) && hasOwnKey(channel, { ...push, name })))];
}
