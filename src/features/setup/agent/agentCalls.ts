import { call, delay, type SagaGenerator, select } from 'typed-redux-saga';
import { type Agent, createAgentClient } from '../../../api/agentClient.ts';
import type { Core } from '../../../api/client.ts';
import { CoreError } from '../../../api/error.ts';
import { host } from '../../gate/host/host.ts';
import { agentAccessIn } from './slice.ts';

const clients = new WeakMap<Core, Agent>();

/** The client of the agent at an address, one and the same while it stays there. */
export function agentAt(core: Core, address: string): Agent {
  const before = clients.get(core);
  if (before?.address === address) return before;
  const made = createAgentClient({ address, core });
  clients.set(core, made);
  return made;
}

/** The calls of the agent's API; null: there is no agent that may be asked. The calls throw an AgentError. */
export function* agentCalls() {
  const core = yield* host('core');
  const access = yield* select(agentAccessIn);
  return access.status === 'ready' || access.status === 'away' ? agentAt(core, access.address) : null;
}

/** A core starts its agent again in less time. */
const RESTART_MS = 3000;

/** Asks once more before anything is said: what is on the screen stays there while the agent is started again. */
export function* askTwice<T>(ask: () => SagaGenerator<T>): SagaGenerator<T> {
  try {
    return yield* call(ask);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* delay(RESTART_MS);
    return yield* call(ask);
  }
}
