import { call, put, select } from 'typed-redux-saga';
import type { Config, ConfigAnswer } from '../../../api/answers/config.ts';
import { CoreError } from '../../../api/error.ts';
import { portInput } from '../../../catalog/form/fieldValues.ts';
import { host } from '../../gate/host/host.ts';
import { configLearned } from '../../gate/session/slice.ts';
import { configSeen, type WithPendingRestart } from './pendingRestart/slice.ts';

interface Move {
  before: Config;
  after: Config;
  core: URL;
  page: URL;
  foreign: boolean;
}

const STANDARD = { 'http:': '80', 'https:': '443' };

/** Returns the address of the core after the restart, or null if unchanged or behind a proxy. */
export function serverAddress({ before, after, core }: Pick<Move, 'before' | 'after' | 'core'>): URL | null {
  const secure = core.protocol === 'https:';
  const reachable = ({ address, tls }: Config) => portInput(secure ? tls?.address : address);
  const reached = core.port || STANDARD[secure ? 'https:' : 'http:'];
  if (reachable(before) === reachable(after) || reachable(before) !== reached) return null;
  const moved = new URL(core);
  moved.port = reachable(after);
  return moved;
}

/** Returns the address of this page after the restart, or null if unchanged or unknown. */
export function movedAddress({ page, foreign, ...move }: Move): string | null {
  const moved = serverAddress(move);
  if (!moved) return null;
  if (!foreign) return new URL(page.pathname, moved.origin).href;
  const current = new URL(page.pathname, page.origin);
  current.searchParams.set('address', moved.origin + moved.pathname.replace(/(?<!\/)\/+$/, ''));
  return current.href;
}

/** Whether settings are stored that take effect with the next restart. */
export const needsRestart = ({ loaded_at, updated_at }: Pick<ConfigAnswer, 'loaded_at' | 'updated_at'>) =>
  Date.parse(updated_at) > Date.parse(loaded_at);

/** Detects a restart made elsewhere, after which stored settings are in effect. */
export function* lookForRestart() {
  if ((yield* select(({ pendingRestart: pending }: WithPendingRestart) => pending)) === 'none') return;
  const core = yield* host('core');
  try {
    const answer = yield* call(core.config);
    if (needsRestart(answer)) return;
    yield* put(configLearned({ config: answer.config, overrides: answer.overrides }));
    yield* put(configSeen(false));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}
