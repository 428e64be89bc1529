import { call, take, takeLatest } from 'typed-redux-saga';
import { channelsLooked, processesFetched } from '../channel/processes.ts';
import { browser } from '../host.ts';
import { safely } from '../safely.ts';
import { entered } from '../session/slice.ts';
import { untilLoggedOut } from '../session/untilLoggedOut.ts';

/** What writes down comes once there is something to be seen. */
export function* historySaga() {
  yield* takeLatest(entered, safely(untilLoggedOut(begin)));
}

function* begin() {
  yield* take([processesFetched, channelsLooked]);
  const load = yield* browser('loadWatching');
  const { record } = yield* call(load);
  yield* record();
}
