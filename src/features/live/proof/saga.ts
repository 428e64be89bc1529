import { call, takeLeading } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser } from '../../gate/host/host.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { lookRequested } from './slice.ts';

export function* proofSaga() {
  yield* takeLeading(lookRequested, untilLoggedOut(catchSagaErrors(look)));
}

function* look({ payload: publication }: ReturnType<typeof lookRequested>) {
  const { lookAtViewers } = yield* call(yield* browser('loadSetup'));
  yield* lookAtViewers(publication);
}
