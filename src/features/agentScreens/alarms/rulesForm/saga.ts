import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError } from '../../../../api/error.ts';
import { msg } from '../../../../i18n/msg.ts';
import { sameJson } from '../../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonValue } from '../../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../../gate/notice/slice.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  showOthers,
} from '../../../shared/editor/editorSagas.ts';
import { alarmAgent, changeSettings, faultsIn, NOT_SAVED } from '../alarmAgent.ts';
import type { FormFaults } from '../receiverForm/receiverDraft.ts';
import { knownIn } from '../slice.ts';
import { type RulesDraft, rulesDraftOf, withRules } from './rulesDraft.ts';
import { RULES_FORM, rulesEditor } from './slice.ts';

export function* rulesFormSaga() {
  yield* takeLatest(rulesEditor.actions.opened, catchSagaErrors(openRules));
  yield* takeLeading(rulesEditor.actions.saveRequested, catchWorkErrors(rulesForm, saveRules));
}

export function* showRulesHeard() {
  yield* showOthers({ ...rulesForm, find: findRulesHeard });
}

function* findRulesHeard() {
  const alarms = yield* select(knownIn);
  return alarms && { found: null, draft: rulesDraftOf(alarms.alarms.settings) };
}

type RulesForm = SharedForm<typeof RULES_FORM, null, RulesDraft, FormFaults, never>;

const rulesForm: RulesForm = {
  actions: rulesEditor.actions,
  state: () => select(({ rulesForm: form }: { rulesForm: ReturnType<typeof rulesEditor.reducer> }) => form),
  find: findRules,
  home: () => '/alarms/rules',
};

function* openRules() {
  yield* loadEditor(rulesForm, RULES_FORM);
}

function* findRules() {
  const agent = yield* alarmAgent();
  const { settings } = yield* call(agent.agentAlarms);
  return { found: null, draft: rulesDraftOf(settings) };
}

class Overtaken extends Error {
  readonly draft: RulesDraft;
  constructor(draft: RulesDraft) {
    super('Others have changed the rules');
    this.draft = draft;
  }
}

function* saveRules() {
  const form = yield* openIn(rulesForm);
  if (!form || form.busy) return;
  yield* put(rulesEditor.actions.began('saving'));
  try {
    yield* changeSettings((settings) => {
      const current = rulesDraftOf(settings);
      if (!sameJson(current, form.stored)) throw new Overtaken(current);
      return withRules(settings, form.draft);
    });
    yield* put(noticed('success', msg('Rules saved')));
    yield* finishSave(rulesForm, {}, null);
  } catch (error) {
    if (error instanceof Overtaken) {
      yield* put(rulesEditor.actions.conflictFound({ status: 'changed', found: null, draft: error.draft }));
      return;
    }
    if (!(error instanceof CoreError)) throw error;
    const faults = faultsIn(error);
    yield* put(rulesEditor.actions.refused(faults));
    if (!faults) yield* put(noticed('error', NOT_SAVED, reasonValue(error)));
  }
}
