import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { maskText } from '../../../media/masking/mask.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { poll } from '../../shared/polling/poll.ts';
import { systemLogClosed, systemLogHeard, systemLogOpened, type WithSystemLog } from './slice.ts';

export function* systemLogSaga() {
  yield* takeLatest(systemLogOpened, catchSagaErrors(watch));
}

function* watch() {
  const core = yield* host('core');
  yield* race({
    asking: poll('systemLog', function* () {
      const lines = (yield* call(core.log)).map(maskText);
      const before = yield* select((state: WithSystemLog) => state.systemLog);
      if (!sameJson(lines, before)) yield* put(systemLogHeard(lines));
    }),
    closed: take(systemLogClosed),
  });
}
