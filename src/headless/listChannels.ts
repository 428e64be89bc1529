import { setTimeout as sleep } from 'node:timers/promises';
import type { Process } from '../api/answers/process.ts';
import type { Core } from '../api/client.ts';
import { codeOf, isRefusal, NETWORK_FAILURE } from '../api/error.ts';
import { channelOfIngest, holdStatusFile, ingestId } from '../api/processIds.ts';
import { reasonOf } from '../features/gate/host/catchSagaErrors.ts';
import type { RootState } from '../features/setup/index.ts';
import { type HoldStatus, parseHoldStatus } from '../media/hold/holdStatus.ts';
import { type Progress, progressOf, stateOf } from '../media/run/progress.ts';
import { HeadlessError } from './error.ts';
import { quote } from './formatList.ts';
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
const BEAT_MS = 3000;

function fail(error: unknown): never {
  throw new HeadlessError(
    codeOf(error) === NETWORK_FAILURE ? 'unreachable' : isRefusal(error) ? 'login' : 'refused',
    reasonOf(error),
  );
}

export async function listChannels(
  core: Core,
  { channel }: Pick<RootState, 'channel'>,
  beatMs = BEAT_MS,
): Promise<ChannelEntry[]> {
  const processes = await core.processes({ filter: 'state' }).catch(fail);
  const states = new Map(processes.map(({ id, state }) => [id, state]));
  const stateNow = (id: string): RunState => STATES[stateOf(progressOf(states.get(id) ?? null))];
  const onHold = await heldAmong(core, processes, beatMs);
  return channel.list
    .filter(({ available }) => available)
    .map(({ id, name, egresses }) => ({
      ...{ id, name, state: onHold.includes(id) ? ('held' as const) : stateNow(ingestId(id)) },
      publications: Object.entries(egresses).map(([egress, { service, name: called }]) => ({
        ...{ id: egress, service, name: called, state: stateNow(egress) },
      })),
    }));
}

/** @param beatMs time within which a running agent writes its status again */
async function heldAmong(core: Core, processes: readonly Process[], beatMs = BEAT_MS): Promise<string[]> {
  const read = new Set(processes.flatMap(({ state }) => progressOf(state ?? null).hold ?? []));
  const onHold = await Promise.all(
    [...read].map(async (channel) => {
      const before = await slateOf(core, channel);
      if (before === null) return [];
      await sleep(beatMs);
      const after = await slateOf(core, channel);
      return after === null || after.beat === before.beat ? [] : [channel];
    }),
  );
  return onHold.flat();
}

async function slateOf(core: Core, channel: string): Promise<HoldStatus | null> {
  const bytes = await core.fileBytes({ storage: 'mem', path: holdStatusFile(channel) }).catch((error: unknown) => {
    if (codeOf(error) === 404) return null;
    return fail(error);
  });
  const status = bytes instanceof Uint8Array ? parseHoldStatus(new TextDecoder().decode(bytes)) : null;
  return status?.onAir === 'slate' || status?.onAir === 'backup' ? status : null;
}

async function stateOfProcess(core: Core, id: string, name: string): Promise<{ progress: Progress; now: RunState }> {
  const state = await core.processState({ id }).catch((error) => {
    if (codeOf(error) !== 404) return fail(error);
    throw new HeadlessError('refused', `There is no channel or publication ${quote(name)}`);
  });
  const progress = progressOf(state);
  const channel = channelOfIngest(id);
  if (channel !== null) {
    const processes = await core.processes({ reference: channel, filter: 'state' }).catch(fail);
    if ((await heldAmong(core, processes)).includes(channel)) return { progress, now: 'held' };
  }
  return { progress, now: STATES[stateOf(progress)] };
}

interface WaitOptions {
  patienceMs: number;
  signal: AbortSignal;
}

/** Rejects with the last log line if the state is not reached in time. */
export async function awaitState(
  core: Core,
  id: string,
  target: RunState,
  { patienceMs, signal }: WaitOptions,
): Promise<void> {
  const process = id.includes(':') ? id : ingestId(id);
  const end = performance.now() + patienceMs;
  for (;;) {
    const { progress, now } = await stateOfProcess(core, process, id);
    if (now === target) return;
    if (performance.now() > end) {
      const reason = progress.status === 'error' && progress.message !== '' ? `: ${progress.message}` : '';
      throw new HeadlessError('timeout', `Still ${now} after ${patienceMs / 1000} s${reason}`);
    }
    await sleep(INTERVAL_MS, null, { signal }).catch(() => {
      throw new HeadlessError('stopped', STOPPED);
    });
  }
}
