import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '../api/client.ts';
import { codeOf, isRefusal, NETWORK_FAILURE } from '../api/error.ts';
import { ingestId } from '../api/processIds.ts';
import { reasonOf } from '../features/gate/host/catchSagaErrors.ts';
import type { RootState } from '../features/setup/index.ts';
import { type Progress, progressOf, stateOf } from '../media/run/progress.ts';
import { HeadlessError } from './error.ts';
import { quoted } from './listed.ts';
import type { ChannelEntry, RunState } from './types.ts';
import { STOPPED } from './waitForOutcome.ts';

const STATES: Readonly<Record<Progress['status'], RunState>> = {
  disconnected: 'stopped',
  connecting: 'starting',
  connected: 'live',
  disconnecting: 'stopping',
  error: 'failing',
  unknown: 'unknown',
};

const INTERVAL_MS = 500;

function fail(error: unknown): never {
  throw new HeadlessError(
    codeOf(error) === NETWORK_FAILURE ? 'unreachable' : isRefusal(error) ? 'login' : 'refused',
    reasonOf(error),
  );
}

/** All channels that are set up, with their publications and how they are now. */
export async function listChannels(core: Core, { channel }: RootState): Promise<ChannelEntry[]> {
  const processes = await core.processes({ filter: 'state' }).catch(fail);
  const states = new Map(processes.map(({ id, state }) => [id, state]));
  const stateNow = (id: string): RunState => STATES[stateOf(progressOf(states.get(id) ?? null))];
  return channel.list
    .filter(({ available }) => available)
    .map(({ id, name, egresses }) => ({
      ...{ id, name, state: stateNow(ingestId(id)) },
      publications: Object.entries(egresses).map(([egress, { service, name: called }]) => ({
        ...{ id: egress, service, name: called, state: stateNow(egress) },
      })),
    }));
}

interface Waiting {
  patienceMs: number;
  /** Aborted by stop(). */
  signal: AbortSignal;
}

/** Waits until a channel or a publication is in this state; fails with the last line of its log where it never is. */
export async function awaitState(
  core: Core,
  id: string,
  wanted: RunState,
  { patienceMs, signal }: Waiting,
): Promise<void> {
  const process = id.includes(':') ? id : ingestId(id);
  const end = performance.now() + patienceMs;
  for (;;) {
    const state = await core.processState({ id: process }).catch((error) => {
      if (codeOf(error) !== 404) return fail(error);
      throw new HeadlessError('refused', `There is no channel or publication ${quoted(id)}`);
    });
    const progress = progressOf(state);
    const now = STATES[stateOf(progress)];
    if (now === wanted) return;
    if (performance.now() > end) {
      const why = progress.status === 'error' && progress.message !== '' ? `: ${progress.message}` : '';
      throw new HeadlessError('timeout', `Still ${now} after ${patienceMs / 1000} s${why}`);
    }
    await sleep(INTERVAL_MS, null, { signal }).catch(() => {
      throw new HeadlessError('stopped', STOPPED);
    });
  }
}
