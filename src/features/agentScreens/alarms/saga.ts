import { call, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError, codeOf } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { type Silence, USUAL_CHOICE } from '../../../media/incident/usualChoice.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import { askTwice } from '../../setup/agent/agentCalls.ts';
import { poll } from '../../shared/polling/poll.ts';
import { alarmAgent, changeOrSay } from './alarmAgent.ts';
import { receiverFormSaga, showReceiverHeard } from './receiverForm/saga.ts';
import { rulesFormSaga, showRulesHeard } from './rulesForm/saga.ts';
import {
  type AlarmList,
  actBegun,
  actEnded,
  alarmsClosed,
  alarmsHeard,
  alarmsOpened,
  alarmsUnheard,
  deliveryAgainRequested,
  knownIn,
  olderHeard,
  olderWanted,
  receiverDeleteRequested,
  receiverSwitched,
  receiversHeard,
  receiverTestRequested,
  silenceEndRequested,
  silenceRequested,
  trialTold,
  type WithAlarms,
} from './slice.ts';

const LISTED = '100';

export function* alarmsSaga() {
  yield* takeLatest(alarmsOpened, untilLoggedOut(catchSagaErrors(watch)));
  yield* receiverFormSaga();
  yield* rulesFormSaga();
  yield* takeLeading(olderWanted, catchSagaErrors(readOlder));
  yield* takeEvery(receiverDeleteRequested, actionSaga('delete', removeReceiver));
  yield* takeEvery(receiverTestRequested, catchSagaErrors(testReceiver));
  yield* takeEvery(receiverSwitched, catchSagaErrors(switchReceiver));
  yield* takeEvery(deliveryAgainRequested, actionSaga('again', sendAgain));
  yield* takeLeading(silenceRequested, catchSagaErrors(addSilence));
  yield* takeLeading(silenceEndRequested, catchSagaErrors(endSilence));
}

/** Marks one row as busy during the work and reports a failure as a notice. */
const actionSaga = <Payload extends string | number>(name: string, work: (id: Payload) => Generator) =>
  catchSagaErrors(function* ({ payload }: { payload: Payload }) {
    const key = `${name} ${payload}`;
    yield* put(actBegun(key));
    try {
      yield* call(work, payload);
    } finally {
      yield* put(actEnded(key));
    }
  });

const alarmsIn = ({ alarms }: WithAlarms) => alarms;

function* watch() {
  yield* race({ asking: poll('alarms', refreshAlarms), left: take(alarmsClosed) });
}

function* fetchAlarms() {
  const agent = yield* alarmAgent();
  const kinds = (yield* select(knownIn))?.kinds ?? (yield* call(agent.agentReceiverKinds)).kinds;
  const { receivers } = yield* call(agent.agentReceivers);
  const alarms = yield* call(agent.agentAlarms);
  const { incidents } = yield* call(agent.agentIncidents, { limit: LISTED });
  const { deliveries } = yield* call(agent.agentDeliveries, { limit: LISTED });
  return { kinds, receivers, alarms, incidents, deliveries };
}

function* refreshAlarms() {
  const { known: alarms, trouble } = yield* select(alarmsIn);
  try {
    yield* put(alarmsHeard(yield* alarms && !trouble ? askTwice(fetchAlarms) : fetchAlarms()));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(alarmsUnheard({ code: error.code, reason: reasonOf(error) }));
    return;
  }
  // Open forms show changes by others at once, or beside their save button.
  yield* showReceiverHeard();
  yield* showRulesHeard();
}

function* readOlder({ payload: list }: { payload: AlarmList }) {
  const alarms = yield* select(knownIn);
  const agent = yield* alarmAgent();
  if (list === 'incidents') {
    const before = alarms?.incidents.findLast(({ status }) => status === 'resolved')?.begun;
    if (before === undefined) return;
    const { incidents } = yield* call(agent.agentIncidents, { before: String(before), limit: LISTED });
    yield* put(olderHeard({ incidents }));
  } else {
    const before = alarms?.deliveries.at(-1)?.number;
    if (before === undefined) return;
    const { deliveries } = yield* call(agent.agentDeliveries, { before: String(before), limit: LISTED });
    yield* put(olderHeard({ deliveries }));
  }
}

function* removeReceiver(id: string) {
  const agent = yield* alarmAgent();
  try {
    const { receivers } = yield* call(agent.agentReceiverDelete, { id });
    yield* put(receiversHeard(receivers));
  } catch (error) {
    // Another operator has deleted it.
    if (codeOf(error) !== 404) throw error;
    const { receivers } = yield* call(agent.agentReceivers);
    yield* put(receiversHeard(receivers));
  }
}

function* testReceiver({ payload: id }: ReturnType<typeof receiverTestRequested>) {
  const agent = yield* alarmAgent();
  yield* put(trialTold({ id, status: 'running' }));
  try {
    const answer = yield* call(agent.agentReceiverTest, { id });
    yield* put(trialTold({ id, status: 'answered', answer }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(trialTold({ id, status: 'failed', reason: reasonOf(error) }));
  }
}

function* sendAgain(number: number) {
  const agent = yield* alarmAgent();
  const { deliveries } = yield* call(agent.agentDeliveryAgain, { number: String(number) });
  const alarms = yield* select(knownIn);
  if (alarms) yield* put(alarmsHeard({ ...alarms, deliveries }));
}

function* switchReceiver({ payload: { id, on } }: ReturnType<typeof receiverSwitched>) {
  const key = `switch ${id}`;
  yield* put(actBegun(key));
  yield* changeOrSay((settings) => ({
    ...settings,
    receivers: { ...settings.receivers, [id]: { ...(settings.receivers[id] ?? { ...USUAL_CHOICE, rules: null }), on } },
  }));
  yield* put(actEnded(key));
}

const isSame = (a: Silence, b: Silence) =>
  a.channel === b.channel && a.publication === b.publication && a.until === b.until;
const isSubject = (a: Silence, b: Silence) => a.channel === b.channel && a.publication === b.publication;

/** Replaces an earlier silence of the same subject and drops expired ones. */
function* addSilence({ payload: silence }: ReturnType<typeof silenceRequested>) {
  const now = (yield* host('now'))();
  const done = yield* changeOrSay((settings) => ({
    ...settings,
    silences: [...settings.silences.filter((other) => other.until > now && !isSubject(other, silence)), silence],
  }));
  if (done) yield* put(noticed('success', msg('Silenced')));
}

function* endSilence({ payload: silence }: ReturnType<typeof silenceEndRequested>) {
  yield* changeOrSay((settings) => ({
    ...settings,
    silences: settings.silences.filter((other) => !isSame(other, silence)),
  }));
}
