import { call, type SagaGenerator } from 'typed-redux-saga';
import type { AlarmIncidents } from '../../../api/agentEndpoints.ts';
import { CoreError } from '../../../api/error.ts';
import { agentCalls } from '../agent/agentCalls.ts';
import { findAgent } from '../agent/findAgent.ts';

/** Returns the agent's current incidents; null without an agent or without receivers, so that this browser judges. */
export function* readAgentIncidents(): SagaGenerator<AlarmIncidents['incidents'] | null> {
  yield* findAgent();
  const agent = yield* agentCalls();
  if (agent === null) return null;
  try {
    const { incidents } = yield* call(agent.agentIncidents, { limit: '100' });
    const { receivers } = yield* call(agent.agentReceivers);
    return receivers.length === 0 ? null : incidents.filter(({ status, isSilent }) => status === 'firing' && !isSilent);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return null;
  }
}
