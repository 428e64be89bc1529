import { call, put, race, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { AgentError, NO_AGENT } from '../../../api/agentClient.ts';
import { AGENT_API } from '../../../api/agentEndpoints.ts';
import { CoreError } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { agentCalls } from '../../setup/agent/agentCalls.ts';
import { poll } from '../../shared/polling/poll.ts';
import {
  revokeBegun,
  revokeEnded,
  tokenAdding,
  tokenAddRequested,
  tokenMade,
  tokenRevokeRequested,
  tokensClosed,
  tokensHeard,
  tokensOpened,
  tokensUnheard,
} from './slice.ts';

const NO_AGENT_TEXT = msg('There is no agent that may be asked. Open this page again.');
const NOT_MADE = msg('No token was made ({{0}})');
const NOT_REVOKED = msg('The token was not revoked for good ({{0}})');

export function* tokensSaga() {
  yield* takeLatest(tokensOpened, untilLoggedOut(catchSagaErrors(watch)));
  yield* takeLeading(tokenAddRequested, catchSagaErrors(add));
  yield* takeEvery(tokenRevokeRequested, catchSagaErrors(revoke));
}

function* agentOfTokens() {
  const agent = yield* agentCalls();
  if (agent === null) throw new AgentError(NO_AGENT, NO_AGENT_TEXT);
  return agent;
}

function* watch() {
  yield* race({ asking: poll('tokens', refreshTokens), left: take(tokensClosed) });
}

function* refreshTokens() {
  try {
    const agent = yield* agentOfTokens();
    yield* put(tokensHeard((yield* call(agent.agentTokens)).tokens));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(tokensUnheard(reasonOf(error)));
  }
}

function* add({ payload: body }: ReturnType<typeof tokenAddRequested>) {
  yield* put(tokenAdding(true));
  try {
    const agent = yield* agentOfTokens();
    const { name, secret } = yield* call(agent.agentTokenAdd, { body });
    yield* put(tokenMade({ name, secret, address: agent.address + AGENT_API }));
    yield* refreshTokens();
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(noticed('error', NOT_MADE, reasonValue(error)));
  } finally {
    yield* put(tokenAdding(false));
  }
}

function* revoke({ payload: id }: ReturnType<typeof tokenRevokeRequested>) {
  yield* put(revokeBegun(id));
  try {
    const agent = yield* agentOfTokens();
    yield* put(tokensHeard((yield* call(agent.agentTokenDelete, { id })).tokens));
    yield* put(noticed('success', msg('Token revoked')));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(noticed('error', NOT_REVOKED, reasonValue(error)));
    yield* refreshTokens();
  } finally {
    yield* put(revokeEnded(id));
  }
}
