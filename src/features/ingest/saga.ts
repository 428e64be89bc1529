import { takeLatest } from 'typed-redux-saga';
import { safely } from '../safely.ts';
import { runCommand } from './command.ts';
import { pollChannel } from './pollChannel.ts';
import {
  channelOpened,
  ingestReconnectRequested,
  ingestSetupConfirmed,
  ingestStartRequested,
  ingestStopRequested,
  statesOpened,
} from './slice.ts';

export function* ingestSaga() {
  yield* takeLatest([channelOpened, statesOpened], safely(pollChannel));
  yield* takeLatest(
    [ingestStartRequested, ingestStopRequested, ingestReconnectRequested, ingestSetupConfirmed],
    safely(runCommand),
  );
}
