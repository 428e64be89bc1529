import { all, call, delay, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { codeOf } from '../../api/error.ts';
import { channelOfIngest, ingestId } from '../../api/ids.ts';
import { channelOfSnapshot, snapshotFile } from '../../media/hls.ts';
import { type Progress, progressOf } from '../../media/progress.ts';
import type { WithChannels } from '../channel/slice.ts';
import { host } from '../host.ts';
import { poll } from '../poll.ts';
import { safely } from '../safely.ts';
import { channelsShown, GONE, headerShown, seenIn, snapshotsSeen, statesSeen, type WithOverview } from './slice.ts';

const STATES_EVERY_MS = 3000;
/** Snapshots are taken once a minute. */
const SNAPSHOTS_EVERY_MS = 30_000;
/** Who scrolls through a hundred channels asks for those where he stops. */
const SETTLED_MS = 150;

export function* overviewSaga() {
  yield* all([
    takeLatest([channelsShown, headerShown], safely(pollStates)),
    takeLeading(channelsShown, safely(pollSnapshots)),
  ]);
}

function* pollStates() {
  const { channel, overview } = yield* select((state: WithChannels & WithOverview) => state);
  // What was never saved has no process to ask for.
  const known = seenIn(overview).filter((id) => channel.list.some((one) => one.id === id && one.available));
  if (known.length === 0) return;
  yield* delay(SETTLED_MS);
  yield* call(poll, STATES_EVERY_MS, () => fetchStates(known));
}

const MOST_IDS = 80;

/** It is wanted, and does not run. */
const isDown = ({ status, order }: Progress) => order === 'start' && (status === 'error' || status === 'disconnected');

/** One request, however many there are. */
function* fetchStates(channels: readonly string[]) {
  const core = yield* host('core');
  const { list } = yield* select((state: WithChannels) => state.channel);
  const shown = channels.flatMap((id) => list.find((one) => one.id === id) ?? []);
  const ids = [...channels.map(ingestId), ...shown.flatMap(({ egresses }) => Object.keys(egresses))];
  // An address has no room for very many.
  const some = ids.length > MOST_IDS ? {} : { id: ids.join(',') };
  const processes = yield* call(core.processes, { ...some, filter: 'state' });
  const states = processes.flatMap(({ id, state }) => {
    const channel = channelOfIngest(id);
    return channel === null ? [] : [[channel, progressOf(state).status] as const];
  });
  // It may be one that cannot be read.
  const missing = processes.some(({ id }) => id === '') ? 'unknown' : GONE;
  const gone = channels.map((channel) => [channel, missing] as const);
  const failing = new Set(processes.flatMap(({ id, state }) => (isDown(progressOf(state)) ? [id] : [])));
  const problems = shown.map(({ id, egresses }) => [
    id,
    Object.keys(egresses).filter((egress) => failing.has(egress)).length,
  ]);
  yield* put(statesSeen({ states: Object.fromEntries([...gone, ...states]), problems: Object.fromEntries(problems) }));
}

function* pollSnapshots({ payload: shown }: ReturnType<typeof channelsShown>) {
  if (shown.length === 0) return;
  yield* race([call(poll, SNAPSHOTS_EVERY_MS, fetchSnapshots), take(nothingShown)]);
}

const nothingShown = (action: unknown) => channelsShown.match(action) && action.payload.length === 0;

/** Which snapshots exist: one that is not there would be an error for each of its channels. */
function* fetchSnapshots() {
  const core = yield* host('core');
  try {
    const files = yield* call(core.memFiles, { glob: snapshotFile('*') });
    const snapshots = files.map(({ name, last_modified }) => [channelOfSnapshot(name), last_modified] as const);
    yield* put(snapshotsSeen(Object.fromEntries(snapshots)));
  } catch (error) {
    if (codeOf(error) !== 404) throw error; // a core without memory storage
  }
}
