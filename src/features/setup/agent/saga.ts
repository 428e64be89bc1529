import { call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { AgentError, createAgentClient } from '../../../api/agentClient.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { AGENT_KEY } from '../../../api/processIds.ts';
import {
  isForeignAgent,
  parseAgentAddress,
  storedAgentAddress,
  withAgentAddress,
} from '../../../media/agent/agentAddress.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { poll } from '../../shared/polling/poll.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import { NOT_STORED } from '../../shared/saving/saveProcess.ts';
import { agentAt, askTwice } from './agentCalls.ts';
import {
  type AgentAccess,
  agentAddressChecked,
  agentAddressJudged,
  agentAddressSaved,
  agentConfirmed,
  agentHidden,
  agentRetried,
  agentSeen,
  agentShown,
  type WithAgent,
} from './slice.ts';

export function* agentSaga() {
  yield* takeLatest(agentShown, untilLoggedOut(catchSagaErrors(watchAgent)));
  yield* takeLeading(agentConfirmed, untilLoggedOut(catchSagaErrors(confirm)));
  yield* takeLatest(agentAddressChecked, untilLoggedOut(catchSagaErrors(checkAddress)));
  yield* takeLeading(agentAddressSaved, untilLoggedOut(catchSagaErrors(saveFound)));
}

const agentIn = ({ agent }: WithAgent) => agent;

/** Polls the agent while a screen shows it; at once after `agentRetried`. */
function* watchAgent() {
  while (true) {
    const { retried } = yield* race({
      asking: poll('agent', lookWhenDue),
      retried: take(agentRetried),
      left: take(agentHidden),
    });
    if (!retried) return;
    yield* call(lookForAgent);
  }
}

/** Skips the request after a recent one, so that switching between screens sends none. */
function* lookWhenDue() {
  const now = yield* host('now');
  const { askedAt, access } = yield* select(agentIn);
  const isFresh = Math.abs(now() - askedAt) < PACE.agent.everyMs;
  if (!isFresh || access.status !== 'ready') yield* call(lookForAgent);
}

export function* lookForAgent() {
  const now = yield* host('now');
  const at = now();
  const access = yield* call(findAccess);
  yield* put(agentSeen({ access, at }));
}

function* findAccess() {
  const core = yield* host('core');
  const address = yield* call(findAddress);
  const none: AgentAccess = { status: 'none' };
  if (address === null) return none;
  const unconfirmed: AgentAccess = { status: 'unconfirmed', address };
  if (!(yield* call(mayAsk, address))) return unconfirmed;
  const requestState = function* () {
    return yield* call(agentAt(core, address).agentState);
  };
  const { access } = yield* select(agentIn);
  try {
    const state = yield* access.status === 'ready' ? askTwice(requestState) : requestState();
    const ready: AgentAccess = { status: 'ready', address, state };
    return ready;
  } catch (error) {
    const unreachable: AgentAccess = { status: 'away', address, why: reasonOf(error) };
    return unreachable;
  }
}

/** Returns the core's own address if it includes an agent, otherwise the stored address. */
function* findAddress() {
  const core = yield* host('core');
  const page = yield* host('page');
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  if (info && hasExtension(info.about, 'agent')) return core.address;
  const { [AGENT_KEY]: stored = null } = yield* call(core.metadataAll);
  return storedAgentAddress(stored, core.address, page.protocol);
}

/** Stored in this browser only: the core and the agent that may get its token. */
const CONFIRMED = 'agent';

function* mayAsk(address: string) {
  const core = yield* host('core');
  const storage = yield* host('storage');
  return !isForeignAgent(address, core.address) || storage.read(CONFIRMED) === `${core.address} ${address}`;
}

function* remember(address: string) {
  const core = yield* host('core');
  const storage = yield* host('storage');
  if (isForeignAgent(address, core.address)) storage.write(CONFIRMED, `${core.address} ${address}`);
}

function* confirm({ payload: address }: ReturnType<typeof agentConfirmed>) {
  const { access } = yield* select(agentIn);
  if (access.status !== 'unconfirmed' || access.address !== address) return;
  yield* call(remember, address);
  yield* put(agentRetried());
}

/** Sends no token, because the server at this address is still unknown. */
function* checkAddress({ payload: entered }: ReturnType<typeof agentAddressChecked>) {
  const core = yield* host('core');
  const page = yield* host('page');
  const parsed = parseAgentAddress(entered, core.address, page.protocol);
  if ('fault' in parsed) {
    yield* put(agentAddressJudged({ status: 'faulty', fault: parsed.fault }));
    return;
  }
  const { address } = parsed;
  yield* put(agentAddressJudged({ status: 'asking' }));
  try {
    yield* call(createAgentClient({ address, core }).agentHealth);
    yield* put(agentAddressJudged({ status: 'found', address, trouble: null }));
  } catch (error) {
    const why = reasonOf(error);
    const isThere = error instanceof AgentError && error.isOfAgent && error.code === 503;
    yield* put(
      agentAddressJudged(isThere ? { status: 'found', address, trouble: why } : { status: 'failed', address, why }),
    );
  }
}

/** Storing an address also confirms it in this browser. */
function* saveFound() {
  const { check } = yield* select(agentIn);
  if (check.status !== 'found') return;
  const { address } = check;
  yield* put(agentAddressJudged({ ...check, status: 'saving' }));
  try {
    yield* call(storeAddress, address);
  } catch (error) {
    yield* put(agentAddressJudged(check));
    throw error;
  }
  yield* call(remember, address);
  yield* put(agentAddressJudged({ status: 'idle' }));
  yield* put(agentRetried());
}

/** Throws a CoreError, or the errors of `exclusively`. */
function* storeAddress(address: string) {
  const core = yield* host('core');
  yield* exclusively(function* () {
    const { [AGENT_KEY]: before = null } = yield* call(core.metadataAll);
    const body = withAgentAddress(before, address);
    yield* write('metadataSet', { key: AGENT_KEY, body });
    const { [AGENT_KEY]: after = null } = yield* call(core.metadataAll);
    if (!sameJson(after, body)) throw new Error(NOT_STORED);
  });
}
