import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, race, select, take } from 'typed-redux-saga';
import { UNREAD } from '../../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../../api/answers/process.ts';
import { egressOf } from '../../../../api/processIds.ts';
import { ALL_RECORDINGS, type Recording, recordingsAmong, tokenIn } from '../../../../media/stored/recordingFiles.ts';
import { host } from '../../../gate/host/host.ts';
import { poll } from '../../../shared/polling/poll.ts';
import { channelClosed, channelOpened, type WithChannels } from '../../channel/slice.ts';
import { egressesIn } from '../../ingest/selectors.ts';
import type { WithStatus } from '../../status/slice.ts';

export const recordingIdsIn = ({ channel: { list } }: WithChannels): readonly string[] =>
  list.flatMap(({ egresses }) => Object.keys(egresses)).filter((id) => egressOf(id)?.service === 'recording');

/** The part of the names of its files that nobody can guess; null: it writes none. */
export const tokenOf = ({ config }: Process): string | null =>
  config && config !== UNREAD ? tokenIn(config.output.map(({ address }) => address).join(' ')) : null;

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
