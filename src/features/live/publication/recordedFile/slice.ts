import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, race, select, take } from 'typed-redux-saga';
import { UNREAD } from '../../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../../api/answers/process.ts';
import type { Progress } from '../../../../media/run/progress.ts';
import {
  ALL_RECORDINGS,
  isRecording,
  type Recording,
  recordingsAmong,
  tokenIn,
} from '../../../../media/stored/recordingFiles.ts';
import { host } from '../../../gate/host/host.ts';
import { PACE, type Pace } from '../../../shared/polling/pace.ts';
import { poll } from '../../../shared/polling/poll.ts';
import {
  channelClosed,
  channelOpened,
  statusFetched,
  type WithChannels,
  watchedAnswerIn,
} from '../../channel/slice.ts';
import { egressesIn } from '../../ingest/selectors.ts';
import type { WithStatus } from '../../status/slice.ts';

export const recordingIdsIn = ({ channel: { list } }: WithChannels): readonly string[] =>
  list.flatMap(({ egresses }) => Object.keys(egresses)).filter(isRecording);

/** Returns the random part of its file names, or null if the process writes no recording. */
export const tokenOf = ({ config }: Process): string | null =>
  config && config !== UNREAD ? tokenIn(config.output.map(({ address }) => address).join(' ')) : null;

/** `uptime` of the process in seconds, when the file was listed. */
interface RecordedFile extends Pick<Recording, 'name' | 'bytes' | 'path'> {
  uptime: number;
}

export interface WithRecorded {
  recordedFile: Readonly<Record<string, RecordedFile>>;
}

const slice = createSlice({
  name: 'recordedFile',
  initialState: {} as WithRecorded['recordedFile'],
  reducers: { recordedSeen: (_, { payload }: PayloadAction<WithRecorded['recordedFile']>) => payload },
  extraReducers: (builder) =>
    builder
      .addCase(channelOpened, () => ({}))
      .addCase(channelClosed, () => ({}))
      .addCase(statusFetched, (state, { payload }) => {
        const { egresses } = watchedAnswerIn(payload) ?? {};
        if (!egresses) return state;
        const remaining = Object.entries(state).filter(([id, { uptime }]) => isSameRun(egresses[id], uptime));
        return remaining.length === Object.keys(state).length ? state : Object.fromEntries(remaining);
      }),
});

const { recordedSeen } = slice.actions;
export const recordingLine = slice.reducer;

/** A restarted process writes to another file. */
const isSameRun = (progress: Progress | null | undefined, uptime: number): boolean =>
  progress?.status === 'connected' && (progress.uptimeSeconds ?? 0) >= uptime;

const runningIn = (state: WithChannels & WithStatus): readonly string[] => {
  const egresses = egressesIn(state);
  return recordingIdsIn(state).filter((id) => egresses[id]?.progress.status === 'connected');
};

export function* watchRecorded() {
  let tokens: Readonly<Record<string, string | null>> = {};
  let last: WithRecorded['recordedFile'] = {};
  let askedAt = 0;
  const now = yield* host('now');
  const { everyMs, checkMs = everyMs }: Pace = PACE.recordedFiles;
  yield* race([
    poll('recordedFiles', function* () {
      const ids = yield* select(runningIn);
      if (ids.length === 0) return;
      const recorded = yield* select((state: WithRecorded) => state.recordedFile);
      if (now() - askedAt < everyMs - checkMs / 2 && ids.every((id) => id in recorded)) return;
      askedAt = now();
      const core = yield* host('core');
      if (ids.some((id) => !(id in tokens))) {
        const processes = yield* call(core.processes, { id: ids.join(','), filter: 'config' });
        tokens = Object.fromEntries(processes.map((process) => [process.id, tokenOf(process)]));
      }
      const files = recordingsAmong(yield* call(core.diskFiles, { glob: ALL_RECORDINGS }));
      const egresses = yield* select(egressesIn);
      const entries = ids.flatMap((id) => {
        const newest = files.find(({ path }) => tokenIn(path) === (tokens[id] ?? ''));
        const progress = egresses[id]?.progress;
        const before = last[id];
        const isClosed = before?.path === newest?.path && !isSameRun(progress, before?.uptime ?? 0);
        if (!newest || isClosed || progress?.status !== 'connected') return [];
        const { name, bytes, path } = newest;
        return [[id, { name, bytes, path, uptime: progress.uptimeSeconds ?? 0 }] as const];
      });
      last = { ...last, ...Object.fromEntries(entries) };
      yield* put(recordedSeen(Object.fromEntries(entries)));
    }),
    take(channelClosed),
  ]);
}
