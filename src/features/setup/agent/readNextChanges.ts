import { call, type SagaGenerator } from 'typed-redux-saga';
import type { ScheduleNext } from '../../../api/agentEndpoints.ts';
import { CoreError } from '../../../api/error.ts';
import { agentCalls } from './agentCalls.ts';
import { findAgent } from './findAgent.ts';

/** Returns the next scheduled change of each channel; null without an agent. */
export function* readNextChanges(): SagaGenerator<ScheduleNext['channels'] | null> {
  yield* findAgent();
  const agent = yield* agentCalls();
  if (agent === null) return null;
  try {
    return (yield* call(agent.agentScheduleNext)).channels;
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return null;
  }
}
