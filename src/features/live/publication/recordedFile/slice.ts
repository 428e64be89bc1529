import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, race, select, take } from 'typed-redux-saga';
import { ALL_RECORDINGS, type Recording, recordingsAmong, tokenIn } from '../../../../media/stored/recordingFiles.ts';
import { host } from '../../../gate/host/host.ts';
import { poll } from '../../../shared/polling/poll.ts';
import { channelClosed, channelOpened } from '../../channel/channelStatusActions.ts';
import type { WithChannels } from '../../channel/slice.ts';
import { egressesIn } from '../../ingest/selectors.ts';
import type { WithStatus } from '../../status/slice.ts';
import { recordingIdsIn, tokenOf } from '../recordingProcesses.ts';

/** The file that each recording of the channel in view writes to, by process id. */
export interface WithRecorded {
  recordedFile: Readonly<Record<string, Pick<Recording, 'name' | 'bytes'>>>;
}

const slice = createSlice({
  name: 'recordedFile',
  initialState: {} as WithRecorded['recordedFile'],
  reducers: { recordedSeen: (_, { payload }: PayloadAction<WithRecorded['recordedFile']>) => payload },
  extraReducers: (builder) => builder.addCase(channelOpened, () => ({})).addCase(channelClosed, () => ({})),
});

const { recordedSeen } = slice.actions;
export const recordingLine = slice.reducer;

const runningIn = (state: WithChannels & WithStatus): readonly string[] => {
  const egresses = egressesIn(state);
  return recordingIdsIn(state).filter((id) => egresses[id]?.progress.status === 'connected');
};

/** As long as a channel that records is in view. */
export function* watchRecorded() {
  let tokens: Readonly<Record<string, string | null>> = {};
  yield* race([
    poll('recordedFiles', function* () {
      const ids = yield* select(runningIn);
      if (ids.length === 0) return;
      const core = yield* host('core');
      if (ids.some((id) => !(id in tokens))) {
        const processes = yield* call(core.processes, { id: ids.join(','), filter: 'config' });
        tokens = Object.fromEntries(processes.map((one) => [one.id, tokenOf(one)]));
      }
      const files = recordingsAmong(yield* call(core.diskFiles, { glob: ALL_RECORDINGS }));
      const seen = ids.flatMap((id) => {
        const newest = files.find(({ path }) => tokenIn(path) === (tokens[id] ?? ''));
        return newest ? [[id, { name: newest.name, bytes: newest.bytes }] as const] : [];
      });
      yield* put(recordedSeen(Object.fromEntries(seen)));
    }),
    take(channelClosed),
  ]);
}
