import { call, put } from 'typed-redux-saga';
import { AgentError, NO_AGENT } from '../../../api/agentClient.ts';
import { CoreError } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { agentCalls } from './agentCalls.ts';
import { findAgent } from './findAgent.ts';

/** Has the agent look at the playback address of a publication at once. */
export function* lookAtViewers(publication: string) {
  try {
    yield* findAgent();
    const agent = yield* agentCalls();
    if (agent === null)
      throw new AgentError(
        NO_AGENT,
        msg('The agent does not respond. Make sure it is running and its address is correct.'),
      );
    yield* call(agent.agentPublicationControl, { id: publication, command: 'look', body: null });
    yield* put(noticed('info', msg('The agent looks at what viewers see. This takes up to half a minute.')));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(noticed('error', msg('The agent cannot look at what viewers see ({{0}})'), reasonValue(error)));
  }
}
