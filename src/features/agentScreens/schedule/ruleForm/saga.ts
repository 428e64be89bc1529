import { put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError } from '../../../../api/error.ts';
import { msg } from '../../../../i18n/msg.ts';
import type { ScheduleRule } from '../../../../media/schedule/scheduleRule.ts';
import { sameJson } from '../../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonValue } from '../../../gate/host/catchSagaErrors.ts';
import { host } from '../../../gate/host/host.ts';
import { uuidFrom } from '../../../gate/host/uuid.ts';
import { noticed } from '../../../gate/notice/slice.ts';
import type { WithChannels } from '../../../live/channel/slice.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  showOthers,
} from '../../../shared/editor/editorSagas.ts';
import { faultsIn } from '../../alarms/alarmAgent.ts';
import { changeRules, NOT_SAVED, readSchedules } from '../scheduleAgent.ts';
import { ruleStored, schedulesIn } from '../slice.ts';
import {
  faultsByControl,
  faultsOfDraft,
  newRuleDraft,
  type RuleDraft,
  type RuleFaults,
  ruleDraftOf,
  ruleOfDraft,
} from './ruleDraft.ts';
import { type RuleTarget, ruleEditor } from './slice.ts';

const HOME = '/schedule';

export function* ruleFormSaga() {
  yield* takeLatest(ruleEditor.actions.opened, catchSagaErrors(openRule));
  yield* takeLeading(ruleEditor.actions.saveRequested, catchWorkErrors(ruleForm, saveRule));
}

export function* showRuleHeard() {
  yield* showOthers({ ...ruleForm, find: findRuleHeard });
}

type RuleForm = SharedForm<RuleTarget, null, RuleDraft, RuleFaults, never>;

const ruleForm: RuleForm = {
  actions: ruleEditor.actions,
  state: () => select(({ ruleForm: form }: { ruleForm: ReturnType<typeof ruleEditor.reducer> }) => form),
  find: findRule,
  home: () => HOME,
  isNew: ({ id }) => id === null,
};

function* openRule({ payload: target }: ReturnType<typeof ruleEditor.actions.opened>) {
  yield* loadEditor(ruleForm, target);
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function* findRule({ id, channel }: RuleTarget) {
  if (id === null) {
    const now = (yield* host('now'))();
    const { list, current } = yield* select((state: WithChannels) => state.channel);
    const preselected =
      list.find((entry) => entry.id === channel) ?? list.find((entry) => entry.id === current) ?? list[0];
    return { found: null, draft: newRuleDraft(preselected?.id ?? '', now, zoneHere()) };
  }
  const { settings } = yield* readSchedules();
  return ruleAmong(settings.rules, id);
}

function* findRuleHeard({ id }: RuleTarget) {
  const schedules = yield* select(schedulesIn);
  return schedules && id !== null ? ruleAmong(schedules.settings.rules, id) : null;
}

function ruleAmong(rules: readonly ScheduleRule[], id: string) {
  const rule = rules.find((candidate) => candidate.id === id);
  return rule ? { found: null, draft: ruleDraftOf(rule) } : { missing: msg('This rule was deleted') };
}

/** Others have saved first. `theirs` is null if the rule was deleted. */
class RuleOvertaken extends Error {
  readonly theirs: RuleDraft | null;
  constructor(current: RuleDraft | null) {
    super('Others have changed the rule');
    this.theirs = current;
  }
}

function* saveRule() {
  const form = yield* openIn(ruleForm);
  if (!form || form.busy) return;
  const { draft, stored, target } = form;
  const faults = faultsOfDraft(draft);
  if (Object.keys(faults).length > 0) {
    yield* put(ruleEditor.actions.faultsShown());
    yield* put(ruleEditor.actions.refused(faults));
    return;
  }
  const id = target.id ?? uuidFrom(yield* host('random'));
  yield* put(ruleEditor.actions.began('saving'));
  try {
    yield* changeRules((rules) => {
      if (target.id === null) return [...rules, ruleOfDraft(draft, id)];
      const before = rules.find((rule) => rule.id === id);
      const current = before ? ruleDraftOf(before) : null;
      if (current === null || !sameJson(current, stored)) throw new RuleOvertaken(current);
      return rules.map((rule) => (rule.id === id ? ruleOfDraft(draft, id) : rule));
    });
    yield* put(ruleStored(id));
    yield* put(noticed('success', msg('Rule saved')));
    yield* finishSave(ruleForm, {}, HOME);
  } catch (error) {
    if (error instanceof RuleOvertaken) {
      const { theirs: current } = error;
      yield* put(
        ruleEditor.actions.conflictFound(
          current === null ? { status: 'gone' } : { status: 'changed', found: null, draft: current },
        ),
      );
      return;
    }
    if (!(error instanceof CoreError)) throw error;
    const found = faultsIn(error);
    yield* put(ruleEditor.actions.refused(found && faultsByControl(found, draft)));
    if (!found) yield* put(noticed('error', NOT_SAVED, reasonValue(error)));
  }
}
