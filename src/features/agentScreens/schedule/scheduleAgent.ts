import { call, put, select } from 'typed-redux-saga';
import { AgentError, NO_AGENT } from '../../../api/agentClient.ts';
import type { Schedules } from '../../../api/agentEndpoints.ts';
import { CoreError, codeOf } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import type { ScheduleRule } from '../../../media/schedule/scheduleRule.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { scheduleNoticed, type WithNextChange } from '../../live/nextChange/slice.ts';
import { agentCalls } from '../../setup/agent/agentCalls.ts';
import { schedulesHeard } from './slice.ts';

/** Limits the retries after concurrent saves. */
const MOST_TRIES = 4;
const CONFLICT = 409;
const NO_AGENT_TEXT = msg('There is no agent that may be asked. Open the schedule again.');
export const NOT_SAVED = msg('The schedule was not changed ({{0}})');

/** Throws an AgentError if no agent is available. */
export function* scheduleAgent() {
  const agent = yield* agentCalls();
  if (agent === null) throw new AgentError(NO_AGENT, NO_AGENT_TEXT);
  return agent;
}

export function* readSchedules() {
  const agent = yield* scheduleAgent();
  const schedules = yield* call(agent.agentSchedules);
  yield* showSchedules(schedules);
  return schedules;
}

/** Other screens poll for the next change only while there are rules; a save here makes them poll at once. */
function* showSchedules(schedules: Schedules, isSaved = false) {
  yield* put(schedulesHeard(schedules));
  const isScheduled = schedules.settings.rules.length > 0;
  const before = yield* select(({ nextChange }: WithNextChange) => nextChange.isScheduled);
  if (isSaved || before !== isScheduled) yield* put(scheduleNoticed(isScheduled));
}

/** The request type has a mutable list of days. */
const sentOf = ({ timing, ...rule }: ScheduleRule) => ({
  ...rule,
  timing: timing.type === 'weekly' ? { ...timing, days: [...timing.days] } : timing,
});

/** Changes the current rules and retries after a concurrent save. `change` may throw. */
export function* changeRules(change: (rules: readonly ScheduleRule[]) => readonly ScheduleRule[]) {
  const agent = yield* scheduleAgent();
  for (let tries = 1; ; tries += 1) {
    const { settings, revision } = yield* call(agent.agentSchedules);
    const rules = [...change(settings.rules)];
    if (sameJson(rules, settings.rules)) return;
    try {
      const body = { settings: { ...settings, rules: rules.map(sentOf) }, revision };
      yield* showSchedules(yield* call(agent.agentSchedulesSave, { body }), true);
      return;
    } catch (error) {
      if (codeOf(error) !== CONFLICT || tries === MOST_TRIES) throw error;
    }
  }
}

export function* changeRulesOrSay(change: Parameters<typeof changeRules>[0]) {
  try {
    yield* changeRules(change);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(noticed('error', NOT_SAVED, reasonValue(error)));
  }
}
