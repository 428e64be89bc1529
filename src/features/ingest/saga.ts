import { takeLatest } from 'typed-redux-saga';
import { safely } from '../safely.ts';
import { obey } from './command.ts';
import { watchChannel } from './pollChannel.ts';
import {
  channelOpened,
  ingestReconnectRequested,
  ingestSetupConfirmed,
  ingestStartRequested,
  ingestStopRequested,
  statesOpened,
} from './slice.ts';

export function* ingestSaga() {
  yield* takeLatest([channelOpened, statesOpened], safely(watchChannel));
  yield* takeLatest(
    [ingestStartRequested, ingestStopRequested, ingestReconnectRequested, ingestSetupConfirmed],
    safely(obey),
  );
}
