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
    const wanted = list.find((one) => one.id === channel) ?? list.find((one) => one.id === current) ?? list[0];
    return { found: null, draft: newRuleDraft(wanted?.id ?? '', now, zoneHere()) };
  }
  const { settings } = yield* readSchedules();
  return ruleAmong(settings.rules, id);
}

function* findRuleHeard({ id }: RuleTarget) {
  const known = yield* select(schedulesIn);
  return known && id !== null ? ruleAmong(known.settings.rules, id) : null;
}

function ruleAmong(rules: readonly ScheduleRule[], id: string) {
  const rule = rules.find((one) => one.id === id);
  return rule ? { found: null, draft: ruleDraftOf(rule) } : { missing: msg('This rule was deleted') };
}

/** Others have saved first. `theirs` is null if the rule was deleted. */
class RuleOvertaken extends Error {
  readonly theirs: RuleDraft | null;
  constructor(theirs: RuleDraft | null) {
    super('Others have changed the rule');
    this.theirs = theirs;
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
      const before = rules.find((one) => one.id === id);
      const theirs = before ? ruleDraftOf(before) : null;
      if (theirs === null || !sameJson(theirs, stored)) throw new RuleOvertaken(theirs);
      return rules.map((one) => (one.id === id ? ruleOfDraft(draft, id) : one));
    });
    yield* put(ruleStored(id));
    yield* put(noticed('success', msg('Rule saved')));
    yield* finishSave(ruleForm, {}, HOME);
  } catch (error) {
    if (error instanceof RuleOvertaken) {
      const { theirs } = error;
      yield* put(
        ruleEditor.actions.conflictFound(
          theirs === null ? { status: 'gone' } : { status: 'changed', found: null, draft: theirs },
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
