import { all, call, delay, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { codeOf } from '../../api/error.ts';
import { channelOfIngest, ingestId } from '../../api/ids.ts';
import { progressOf } from '../../media/progress.ts';
import type { WithChannels } from '../channel/slice.ts';
import { outside } from '../host.ts';
import { poll } from '../poll.ts';
import { safely } from '../safely.ts';
import { channelsShown, GONE, headerShown, picturesSeen, seenIn, statesSeen, type WithGlance } from './slice.ts';

const STATES_EVERY_MS = 3000;
/** Snapshots are taken once a minute. */
const PICTURES_EVERY_MS = 30_000;
/** Who scrolls through a hundred channels asks for those where he stops. */
const SETTLED_MS = 150;

export function* glanceSaga() {
  yield* all([
    takeLatest([channelsShown, headerShown], safely(watchStates)),
    takeLeading(channelsShown, safely(watchPictures)),
  ]);
}

function* watchStates() {
  const { channel, glance } = yield* select((state: WithChannels & WithGlance) => state);
  // What was never saved has no process to ask for.
  const known = seenIn(glance).filter((id) => channel.list.some((one) => one.id === id && one.available));
  if (known.length === 0) return;
  yield* delay(SETTLED_MS);
  yield* call(poll, STATES_EVERY_MS, () => lookAtStates(known));
}

/** One request, however many there are. */
function* lookAtStates(channels: readonly string[]) {
  const core = yield* outside('core');
  const processes = yield* call(core.processes, { id: channels.map(ingestId).join(','), filter: 'state' });
  const states = processes.flatMap(({ id, state }) => {
    const channel = channelOfIngest(id);
    return channel === null ? [] : [[channel, progressOf(state ?? null).state] as const];
  });
  const gone = channels.map((channel) => [channel, GONE] as const);
  yield* put(statesSeen(Object.fromEntries([...gone, ...states])));
}

function* watchPictures({ payload: shown }: ReturnType<typeof channelsShown>) {
  if (shown.length === 0) return;
  yield* race([call(poll, PICTURES_EVERY_MS, lookAtPictures), take(nothingShown)]);
}

const nothingShown = (action: unknown) => channelsShown.match(action) && action.payload.length === 0;

/** Which snapshots exist: a picture that is not there would be an error for each of its channels. */
function* lookAtPictures() {
  const core = yield* outside('core');
  try {
    const files = yield* call(core.memFiles, { glob: '/*.jpg' });
    const pictures = files.map(({ name, last_modified }) => [name.slice(1, -'.jpg'.length), last_modified] as const);
    yield* put(picturesSeen(Object.fromEntries(pictures)));
  } catch (error) {
    if (codeOf(error) !== 404) throw error; // a core without memory storage
  }
}
