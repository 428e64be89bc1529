import { put, select, take } from 'typed-redux-saga';
import { agentAccessIn, agentHidden, agentSeen, agentShown } from './slice.ts';

export function* findAgent() {
  if ((yield* select(agentAccessIn)).status !== 'unknown') return;
  yield* put(agentShown());
  yield* take(agentSeen);
  yield* put(agentHidden());
}
