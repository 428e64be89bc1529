import { call, put } from 'typed-redux-saga';
import { AgentError, NO_AGENT } from '../../../api/agentClient.ts';
import { CoreError, codeOf } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { agentCalls } from '../../setup/agent/agentCalls.ts';
import type { FormFaults } from './receiverForm/receiverDraft.ts';
import type { AlarmsForm } from './rulesForm/rulesDraft.ts';
import { settingsHeard } from './slice.ts';

/** Limits the retries after concurrent saves. */
const MOST_TRIES = 4;
const CONFLICT = 409;
const UNFIT = 422;
const NO_AGENT_TEXT = msg('There is no agent that may be asked. Open the alarms again.');
export const NOT_SAVED = msg('The alarms were not changed ({{0}})');

/** Throws an AgentError if no agent is available. */
export function* alarmAgent() {
  const agent = yield* agentCalls();
  if (agent === null) throw new AgentError(NO_AGENT, NO_AGENT_TEXT);
  return agent;
}

/** Changes the current settings and retries after a concurrent save. `change` returns null to cancel, and may throw. */
export function* changeSettings(change: (settings: AlarmsForm) => AlarmsForm | null) {
  const agent = yield* alarmAgent();
  for (let tries = 1; ; tries += 1) {
    const { settings, revision } = yield* call(agent.agentAlarms);
    const changed = change(settings);
    if (changed === null || sameJson(changed, settings)) return;
    try {
      const alarms = yield* call(agent.agentAlarmsSave, { body: { settings: changed, revision } });
      yield* put(settingsHeard(alarms));
      return;
    } catch (error) {
      if (codeOf(error) !== CONFLICT || tries === MOST_TRIES) throw error;
    }
  }
}

/** Like `changeSettings`, but reports a failure as a notice. Returns whether the settings were stored. */
export function* changeOrSay(change: (settings: AlarmsForm) => AlarmsForm | null) {
  try {
    yield* changeSettings(change);
    return true;
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(noticed('error', NOT_SAVED, reasonValue(error)));
    return false;
  }
}

/** Returns the faults that the agent reports by field; null for any other error. */
export const faultsIn = (error: unknown): FormFaults | null => {
  if (!(error instanceof CoreError) || error.code !== UNFIT) return null;
  const faults = Object.entries(error.fields).map(([field, [text = '']]) => [field.replace(/^fields\./, ''), text]);
  return faults.length === 0 ? null : Object.fromEntries(faults);
};
