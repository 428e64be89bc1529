import { call } from 'typed-redux-saga';

/** What failed before fails again, e.g. because the core is away; the first reason is the one to be told. */
export function* quietly(work: () => Generator | Promise<unknown>) {
  try {
    yield* call(work);
    return true;
  } catch {
    return false;
  }
}
