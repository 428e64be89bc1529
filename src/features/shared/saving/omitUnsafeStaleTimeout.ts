import { call, select } from 'typed-redux-saga';
import type { ProcessConfig } from '../../../api/answers/process.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { mayGoUncounted, showsCopying, withoutStaleTimeout } from '../../../media/process/disableStaleTimeout.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';

/** null: not known, nobody is logged in. */
export function* ffmpegHere() {
  return (yield* select(({ session }: WithSession) => coreInfoOf(session)))?.skills.ffmpeg ?? null;
}

/**
 * A core that takes frames alone for a sign of life ends a healthy process as stale every 30 s where ffmpeg prints none of
 * copied video: there it is written without a timeout. A patched ffmpeg has the same number and prints them, so what this
 * core has seen of another copying process counts more; on one where none has run yet, the number decides. Throws a CoreError.
 */
export function* omitUnsafeStaleTimeout(process: ProcessConfig) {
  if (process.stale_timeout_seconds === 0 || !mayGoUncounted(process, yield* ffmpegHere())) return process;
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  // The embedded core reads all forms of ffmpeg's figures.
  if (info && hasExtension(info.about, 'live-login')) return process;
  const core = yield* host('core');
  const there = yield* call(core.processes, { filter: 'state' });
  return there.some(({ state }) => state && showsCopying(state)) ? process : withoutStaleTimeout(process);
}
