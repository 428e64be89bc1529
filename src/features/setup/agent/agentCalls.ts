import { call, delay, type SagaGenerator, select } from 'typed-redux-saga';
import { type Agent, createAgentClient } from '../../../api/agentClient.ts';
import type { Core } from '../../../api/client.ts';
import { CoreError } from '../../../api/error.ts';
import { host } from '../../gate/host/host.ts';
import { agentAccessIn } from './slice.ts';

const clients = new WeakMap<Core, Agent>();

/** Returns the client for an address, and the same client while the address does not change. */
export function agentAt(core: Core, address: string): Agent {
  const before = clients.get(core);
  if (before?.address === address) return before;
  const client = createAgentClient({ address, core });
  clients.set(core, client);
  return client;
}

/** Returns the client of the agent, or null if no agent is available. Its calls throw an AgentError. */
export function* agentCalls() {
  const core = yield* host('core');
  const access = yield* select(agentAccessIn);
  return access.status === 'ready' || access.status === 'away' ? agentAt(core, access.address) : null;
}

/** Longer than a core takes to restart its agent. */
const RESTART_MS = 3000;

/** Retries once after a CoreError, so that a restart of the agent goes unnoticed. */
export function* askTwice<T>(request: () => SagaGenerator<T>): SagaGenerator<T> {
  try {
    return yield* call(request);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* delay(RESTART_MS);
    return yield* call(request);
  }
}
