import { takeLatest } from 'typed-redux-saga';
import { channelOpened } from '../channel/processes.ts';
import { safely } from '../safely.ts';
import { runCommand } from './command.ts';
import { pollFigures } from './pollFigures.ts';
import { ingestReconnectRequested, ingestSetupConfirmed, ingestStartRequested, ingestStopRequested } from './slice.ts';

export function* ingestSaga() {
  yield* takeLatest(channelOpened, safely(pollFigures));
  yield* takeLatest(
    [ingestStartRequested, ingestStopRequested, ingestReconnectRequested, ingestSetupConfirmed],
    safely(runCommand),
  );
}
