import { call, put, takeEvery } from 'typed-redux-saga';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { preferenceChosen, preferencesOpened, preferencesRead } from './slice.ts';

export function* preferenceSaga() {
  yield* takeEvery(preferencesOpened, catchSagaErrors(read));
  yield* takeEvery(preferenceChosen, catchSagaErrors(write));
}

function* read({ payload: keys }: ReturnType<typeof preferencesOpened>) {
  const storage = yield* host('storage');
  const found = keys.flatMap((key) => {
    const value = storage.read(key);
    return value === null ? [] : [[key, value] as const];
  });
  yield* put(preferencesRead(Object.fromEntries(found)));
}

function* write({ payload: { key, value } }: ReturnType<typeof preferenceChosen>) {
  const storage = yield* host('storage');
  yield* call(storage.write, key, value);
}
