import { call, delay } from 'typed-redux-saga';
import { host } from '../host/host.ts';

/** One per second. */
export const TRIES = 61;

/** Polls until the start time changes, or the id is hidden because the token is invalid. Ignores errors meanwhile. */
export function* waitForRestart(createdAt: string, tried: (tries: number) => Generator = silent) {
  const core = yield* host('core');
  for (let tries = 1; tries <= TRIES; tries += 1) {
    yield* delay(1000);
    yield* call(tried, tries);
    try {
      const about = yield* call(core.about);
      if (about.id === '') return 'stranger';
      if (about.created_at !== createdAt) return 'known';
    } catch {}
  }
  return 'absent';
}

function* silent() {}
