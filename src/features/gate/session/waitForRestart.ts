import { call, delay } from 'typed-redux-saga';
import { host } from '../host/host.ts';

/** How often a restarting core is asked, once a second (specification 9). */
export const TRIES = 61;

/**
 * After the order to restart: asks once a second until the core has begun a new life, that is another start time, or
 * no id because it does not know our token any more. Answers whether it lets us in with the token we hold, or
 * 'absent' when it did not come back. What fails meanwhile is what a restart looks like.
 */
export function* waitForRestart(createdAt: string, tried: (tries: number) => Generator = silent) {
  const core = yield* host('core');
  for (let tries = 1; tries <= TRIES; tries += 1) {
    yield* delay(1000);
    yield* call(tried, tries);
    try {
      const about = yield* call(core.about);
      if (about.id === '') return 'stranger';
      if (about.created_at !== createdAt) return 'known';
    } catch {
      // It is not back yet.
    }
  }
  return 'absent';
}

function* silent() {}
