import { all, call, delay, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { codeOf } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import { toldAmong } from '../../../media/channel/toldAmong.ts';
import { channelOfSnapshot, snapshotFile } from '../../../media/hls/hlsFiles.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { poll } from '../../shared/polling/poll.ts';
import type { WithChannels } from '../channel/slice.ts';
import { statusFetched } from '../channel/slice.ts';
import {
  allGuarded,
  channelsShown,
  headerShown,
  isBrowsing,
  seenIn,
  snapshotsSeen,
  type WithShownChannels,
} from '../shownChannels/slice.ts';
import type { WithStatus } from '../status/slice.ts';

/** Avoids requests for channels that are only scrolled past. */
const SETTLED_MS = 150;

export function* overviewSaga() {
  yield* all([
    takeLatest([channelsShown, headerShown, allGuarded], catchSagaErrors(pollStates)),
    takeLeading(channelsShown, catchSagaErrors(pollSnapshots)),
  ]);
}

/** While a channel page is open, the channel sync covers the others. */
const isGuarded = ({ shownChannels: { guarded }, status: { watched } }: WithShownChannels & WithStatus) =>
  guarded && watched === null;

const wantedIn = (state: WithChannels & WithShownChannels & WithStatus): readonly Channel[] => {
  const visible = isGuarded(state) ? null : seenIn(state.shownChannels);
  return state.channel.list.filter(({ id, available }) => available && (visible === null || visible.includes(id)));
};

function* pollStates() {
  if ((yield* select(wantedIn)).length === 0) return;
  yield* delay(SETTLED_MS);
  const browsing = yield* select(isBrowsing);
  yield* poll(browsing ? 'thumbnails' : 'header', function* () {
    yield* call(lookAt, yield* select(wantedIn));
  });
}

const MOST_IDS = 80;

/** Fetches the states in one request. Throws a CoreError. */
export function* lookAt(channels: readonly Channel[]) {
  if (channels.length === 0) return;
  const core = yield* host('core');
  const now = yield* host('now');
  const ids = [...channels.map(({ id }) => ingestId(id)), ...channels.flatMap(({ egresses }) => Object.keys(egresses))];
  // Too many ids would exceed the length limit of a URL.
  const some = ids.length > MOST_IDS ? {} : { id: ids.join(',') };
  const askedAt = now();
  const processes = yield* call(core.processes, { ...some, filter: 'state' });
  yield* put(statusFetched({ askedAt, watched: null, answers: toldAmong(processes, channels, now()) }));
}

function* pollSnapshots({ payload: shown }: ReturnType<typeof channelsShown>) {
  if (shown.length === 0) return;
  yield* race([poll('snapshots', fetchSnapshots), take(nothingShown)]);
}

const nothingShown = (action: unknown) => channelsShown.match(action) && action.payload.length === 0;

/** Lists the snapshots first, because requests for missing ones would log errors. */
function* fetchSnapshots() {
  const core = yield* host('core');
  try {
    const files = yield* call(core.memFiles, { glob: snapshotFile('*') });
    const snapshots = files.map(({ name, last_modified }) => [channelOfSnapshot(name), last_modified] as const);
    yield* put(snapshotsSeen(Object.fromEntries(snapshots)));
  } catch (error) {
    if (codeOf(error) !== 404) throw error;
  }
}
