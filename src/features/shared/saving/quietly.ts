import { call } from 'typed-redux-saga';

/** Returns false instead of an error, when an earlier error is the one to report. */
export function* quietly(work: () => Generator | Promise<unknown>) {
  try {
    yield* call(work);
    return true;
  } catch {
    return false;
  }
}
