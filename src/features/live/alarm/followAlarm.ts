import { all, call, delay, put, race, select, take, takeEvery, takeLeading } from 'typed-redux-saga';
import { unreadIn } from '../../../media/status/channelStatus.ts';
import { connectionHealed, connectionLost } from '../../gate/connection/slice.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { poll, pollHidden } from '../../shared/polling/poll.ts';
import type { WithPreferences } from '../../shared/preference/slice.ts';
import { statusFetched } from '../channel/slice.ts';
import { lookAt } from '../channelList/saga.ts';
import { diagnosisRequested } from '../status/readFailureLogs.ts';
import { failureExplained, type WithStatus } from '../status/slice.ts';
import { updateViews } from '../verdict/saga.ts';
import type { VerdictState } from '../verdict/slice.ts';
import { alarmIn, CORE, isAlarmOn } from './alarmChoices.ts';
import { conditionsIn, conditionsTold, judge, thingOf } from './judgeAlarm.ts';
import { agentHeard, alarmJudged, alarmRang, type WithAlarm } from './slice.ts';

const LOST_AFTER_MS = 5000;
/** The longest wait for the reason from the log before an alarm rings. */
const REASON_WITHIN_MS = 3000;

type AlarmSagaState = VerdictState & WithStatus & WithSession & WithPreferences & WithAlarm;

export function* followAlarm() {
  yield* all([
    takeEvery([statusFetched, connectionHealed], catchSagaErrors(observe)),
    takeLeading(connectionLost, catchSagaErrors(lookLost)),
    poll('agentAlarm', lookAtAgent),
    pollHidden('hiddenAlarm', lookHidden, isAlarmOn),
  ]);
}

/** Incidents that the agent has reported do not ring a second time here. */
function* lookAtAgent() {
  const { readAgentIncidents } = yield* call(yield* browser('loadSetup'));
  const incidents = yield* call(readAgentIncidents);
  const alarms = incidents?.flatMap(({ rule, channel, publication }) =>
    channel === null ? [] : [{ channel, thing: thingOf(rule, publication) }],
  );
  yield* put(agentHeard(alarms ?? null));
  yield* call(observe);
}

const allOf = ({ channel: { list } }: AlarmSagaState) => list.filter(({ available }) => available);

function* lookHidden() {
  yield* call(lookAtAgent);
  yield* call(lookAt, yield* select(allOf));
}

const isLost = ({ connection }: AlarmSagaState) => connection.status === 'lost';

function* lookLost() {
  yield* delay(LOST_AFTER_MS);
  if (yield* select(isLost)) yield* call(observe);
}

function* observe() {
  if (!(yield* select(isAlarmOn))) return;
  // The saga of the views may handle the same action later than this one.
  yield* call(updateViews);
  const state = yield* select((current: AlarmSagaState) => current);
  const now = (yield* host('now'))();
  const own = conditionsIn(state, isLost(state), now);
  const conditions = state.alarm.told ? conditionsTold(own, state.alarm.told) : own;
  const { rings, ...judged } = judge(state.alarm.memory, conditions, alarmIn(state, now), now);
  yield* put(alarmJudged(judged));
  if (rings.length === 0) return;
  yield* race([call(untilExplained, rings), delay(REASON_WITHIN_MS)]);
  const ids = yield* select(({ channel: { list } }: AlarmSagaState) => new Set([CORE, ...list.map(({ id }) => id)]));
  const left = rings.filter((id) => ids.has(id));
  if (left.length > 0) yield* put(alarmRang(left));
}

function* untilExplained(channels: readonly string[]) {
  const isUnread = ({ status }: AlarmSagaState) =>
    channels.some((channel) => {
      const channelStatus = status.channels[channel];
      return channelStatus !== undefined && unreadIn({ [channel]: channelStatus }).length > 0;
    });
  if (yield* select(isUnread)) yield* put(diagnosisRequested(channels));
  while (yield* select(isUnread)) yield* take(failureExplained);
}
