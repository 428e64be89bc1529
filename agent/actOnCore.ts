import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '../src/api/client.ts';
import { LEASE_FILE, type LeaseState, leaseAfter, mayAct, newLease, parseLease } from './agentLease.ts';
import { createOrderFeed, createProcessFeed, type Processes } from './coreFeed.ts';
import type { HoldEvent } from './holdEvent.ts';
import { createMemoryReader } from './memoryReader.ts';
import { createReturnWatch } from './returnWatch.ts';
import { createWatch } from './watchHolds.ts';

export type AgentEvent =
  | (HoldEvent & { channel: string })
  | { event: 'acting' | 'standing-by' }
  | { event: 'channel-started'; channel: string }
  | { event: 'not-ready'; reason: string }
  | { event: 'agent-started'; version: string }
  | { event: 'agent-stopped' }
  /** The wall clock was set, or the machine slept. */
  | { event: 'clock-stepped'; seconds: number }
  | { event: 'api-failed'; reason: string };

export interface AgentReport {
  role: LeaseState['role'];
  obstacle: string | null;
}

const POLL_INTERVAL_MS = 2_000;
const LEASE_EVERY_MS = 4_000;
/** While publications are protected; alarms and history alone need fewer responses. */
const HOLD_ANSWERS_EVERY_MS = 1_000;
const ANSWERS_EVERY_MS = 2_000;
/** Delay before a lease that was just taken is read again. */
const SOON_MS = 300;
const MAX_STEP = 1000;
const now = () => performance.now() / 1000;

interface ActOptions {
  core: Core;
  /** Random; survives restarts. */
  name: string;
  ready: () => Promise<string | null>;
  tell: (event: AgentEvent) => void;
  report: (now: AgentReport) => void;
  /** Called after each poll of all processes; null if the core did not respond. */
  hear: (processes: Processes | null) => void;
  beside?: (mayAct: () => boolean) => Promise<void>;
  /** Whether the source of a channel counts as down because of its picture. */
  isBlank?: (channel: string) => boolean;
  /** Aborted when the agent is no longer needed: it removes its files, and `actOnCore` returns. */
  leave: AbortSignal;
}

/** Runs the agent's work on one core while this agent has the lease. */
export async function actOnCore(options: ActOptions): Promise<void> {
  const { core, name, ready, tell, report, hear, beside, isBlank, leave } = options;
  let lease = newLease(name, now());
  let reportedReason: string | null = null;
  const isOurs = () => mayAct(lease, now());
  const [processes, orders] = [createProcessFeed(core), createOrderFeed(core)];
  processes.listen(hear, leave);
  const watch = createWatch({ processes, orders }, (channel, event) => tell({ ...event, channel }), isOurs, isBlank);
  const startReturned = createReturnWatch(core, (channel) => tell({ event: 'channel-started', channel }));
  const memory = createMemoryReader(core, '', leave);
  const pause = (ms: number) => sleep(ms, undefined, { signal: leave }).catch(() => undefined);

  async function lookAtLease() {
    const { role } = lease;
    const found = parseLease(await memory.text(LEASE_FILE));
    const { state, write } = leaseAfter(lease, found, now(), 1 + Math.floor(Math.random() * MAX_STEP));
    // Set before the write: a write that failed may still have arrived.
    lease = state;
    if (write !== null) await core.memWrite({ path: LEASE_FILE, body: JSON.stringify(write) });
    if (state.role !== role && state.role !== 'new') tell({ event: state.role });
  }

  /** Has its own loop: a real core blocks process requests while it ends a frozen ffmpeg. */
  async function keepLease() {
    while (!leave.aborted) {
      const reason = await ready();
      if (reason !== null && reason !== reportedReason) tell({ event: 'not-ready', reason });
      reportedReason = reason;
      const obstacle = reason ?? (await lookAtLease().then(() => null, messageOf));
      report({ role: lease.role, obstacle });
      await pause(lease.role === 'acting' && !isOurs() ? SOON_MS : LEASE_EVERY_MS);
    }
  }

  async function keepHolds() {
    while (!leave.aborted) {
      if (lease.role === 'standing-by') await watch.stop();
      else if (isOurs()) await watch.look(core);
      await pause(isOurs() ? POLL_INTERVAL_MS : SOON_MS);
    }
    await processes.read();
    if (isOurs()) await watch.look(core);
    await watch.stop();
  }

  /** Runs one loop per request, for the same reason. */
  async function keepReading(read: () => Promise<void>, isNeeded: () => boolean, everyMs: () => number) {
    while (!leave.aborted) {
      const startedAt = performance.now();
      if (isOurs() && isNeeded()) await read();
      await pause(Math.max(0, everyMs() - (performance.now() - startedAt)));
    }
  }

  async function keepReturns() {
    let lastRead = processes.latest();
    while (!leave.aborted) {
      if (isOurs() && processes.latest() !== lastRead) {
        lastRead = processes.latest();
        await startReturned(lastRead);
      }
      await pause(HOLD_ANSWERS_EVERY_MS);
    }
  }

  const answersEvery = () => (watch.isHolding() ? HOLD_ANSWERS_EVERY_MS : ANSWERS_EVERY_MS);

  await Promise.all([
    keepLease(),
    keepReading(processes.read, () => true, answersEvery),
    keepReading(orders.read, watch.isHolding, answersEvery),
    keepHolds(),
    keepReturns(),
    beside?.(isOurs),
  ]);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
