import { all, call, put, select } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { scarcestDisk } from '../../../media/coreInfo/resources.ts';
import {
  ALL_RECORDINGS,
  beyondSize,
  isNearlyFull,
  recordingsAmong,
  tokenIn,
} from '../../../media/stored/recordingFiles.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { poll, pollHidden } from '../../shared/polling/poll.ts';
import { fetchResources } from '../../shared/resource/saga.ts';
import type { WithResources } from '../../shared/resource/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import { recordingIdsIn, tokenOf } from './recordedFile/slice.ts';

const STOP = { command: 'stop' } as const;

/** Enforces limits of recordings while logged in, even in a hidden tab, because the core has no rule for them. */
export function* stopRecordingsOnFullDisk() {
  yield* all([poll('recordingGuard', checkDisk), pollHidden('recordingGuard', lookHidden, hasRecordings)]);
}

const hasRecordings = (state: WithChannels) => recordingIdsIn(state).length > 0;

/** A hidden tab does not poll the disk usage. */
function* lookHidden() {
  yield* call(fetchResources);
  yield* call(checkDisk);
}

function* checkDisk() {
  const ids = yield* select(recordingIdsIn);
  if (ids.length === 0) return;
  const core = yield* host('core');
  const disk = yield* select(({ resource }: WithResources) => resource && scarcestDisk(resource));
  const processes = yield* call(core.processes, { id: ids.join(','), filter: 'config,state,metadata' });
  if (disk && isNearlyFull(disk)) yield* stopAll(processes);
  yield* sweep(processes);
}

/** A full disk would break everything else. Files without a limit are never deleted. */
function* stopAll(processes: readonly Process[]) {
  const core = yield* host('core');
  for (const { id, state } of processes) {
    if (state?.order !== 'start') continue;
    yield* call(core.processCommand, { id, body: STOP });
    const name = yield* select(
      ({ channel: { list } }: WithChannels) => list.find(({ egresses }) => id in egresses)?.egresses[id]?.name ?? '',
    );
    yield* put(noticed('error', msg('The disk is nearly full: the recording "{{0}}" was stopped.'), name));
  }
}

const gigabytesOf = ({ metadata }: Process): number => {
  if (!metadata || metadata === UNREAD) return 0;
  const gigabytes = read(read(read(metadata[METADATA_KEY], 'settings'), 'keep'), 'gigabytes');
  return Number(gigabytes) || 0;
};

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

function* sweep(processes: readonly Process[]) {
  const limited = processes.filter((process) => gigabytesOf(process) > 0);
  if (limited.length === 0) return;
  const core = yield* host('core');
  const all = recordingsAmong(yield* call(core.diskFiles, { glob: ALL_RECORDINGS }));
  for (const process of limited) {
    const token = tokenOf(process);
    if (token === null) continue;
    const own = all.filter(({ path }) => tokenIn(path) === token);
    for (const { path } of beyondSize(own, { gigabytes: gigabytesOf(process) })) yield* remove(path);
  }
}

/** A failed deletion is retried with the next poll. */
function* remove(path: string) {
  const core = yield* host('core');
  try {
    yield* call(core.diskDelete, { path });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}
