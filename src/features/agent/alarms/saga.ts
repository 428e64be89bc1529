import { call, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import type { AlarmReceiver, Alarms } from '../../../api/agentEndpoints.ts';
import { CoreError, codeOf } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { USUAL_CHOICE } from '../../../media/incident/alarmSettings.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { untilLoggedOut } from '../../gate/session/untilLoggedOut.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  showOthers,
} from '../../shared/editor/editorSagas.ts';
import { poll } from '../../shared/polling/poll.ts';
import { agentCalls } from './agentCalls.ts';
import {
  choiceOfDraft,
  emptyReceiverDraft,
  type FieldFaults,
  faultsOfDraft,
  formOfDraft,
  type ReceiverDraft,
  type ReceiverKind,
  receiverDraftOf,
} from './receiverForm/receiverDraft.ts';
import {
  type OpenReceiver,
  type ReceiverFound,
  type ReceiverTarget,
  receiverEditor,
  receiverSaveRequested,
  receiverTrialRequested,
} from './receiverForm/slice.ts';
import { type AlarmsForm, type RulesDraft, rulesDraftOf, withRules } from './rulesForm/rulesDraft.ts';
import { RULES, rulesEditor } from './rulesForm/slice.ts';
import {
  type AlarmList,
  actBegun,
  actEnded,
  alarmsClosed,
  alarmsHeard,
  alarmsOpened,
  alarmsUnheard,
  deliveryAgainRequested,
  olderHeard,
  olderWanted,
  receiverDeleteRequested,
  receiverStored,
  receiverSwitched,
  receiversHeard,
  receiverTestRequested,
  type Silence,
  settingsHeard,
  silenceEndRequested,
  silenceRequested,
  trialTold,
  type WithAlarms,
} from './slice.ts';

const RECEIVERS = '/alarms/receivers';
const LISTED = '100';
/** Somebody else may save again and again; then this one gives up. */
const MOST_TRIES = 4;
const CONFLICT = 409;
const UNFIT = 422;
const NOT_SAVED = msg('The alarms were not changed ({{0}})');

export function* alarmsSaga() {
  yield* takeLatest(alarmsOpened, untilLoggedOut(catchSagaErrors(watch)));
  yield* takeLatest(receiverEditor.actions.opened, catchSagaErrors(openReceiver));
  yield* takeLatest(rulesEditor.actions.opened, catchSagaErrors(openRules));
  yield* takeLeading(receiverSaveRequested, catchWorkErrors(receiverForm, saveReceiver));
  yield* takeLeading(receiverTrialRequested, catchWorkErrors(receiverForm, tryReceiver));
  yield* takeLeading(rulesEditor.actions.saveRequested, catchWorkErrors(rulesForm, saveRules));
  yield* takeLeading(olderWanted, catchSagaErrors(readOlder));
  yield* takeEvery(receiverDeleteRequested, act('delete', removeReceiver));
  yield* takeEvery(receiverTestRequested, catchSagaErrors(testReceiver));
  yield* takeEvery(receiverSwitched, catchSagaErrors(switchReceiver));
  yield* takeEvery(deliveryAgainRequested, act('again', sendAgain));
  yield* takeLeading(silenceRequested, catchSagaErrors(addSilence));
  yield* takeLeading(silenceEndRequested, catchSagaErrors(endSilence));
}

/** Work on one thing, which is marked meanwhile; what goes wrong becomes a notice. */
const act = <Payload extends string | number>(name: string, work: (id: Payload) => Generator) =>
  catchSagaErrors(function* ({ payload }: { payload: Payload }) {
    const key = `${name} ${payload}`;
    yield* put(actBegun(key));
    try {
      yield* call(work, payload);
    } finally {
      yield* put(actEnded(key));
    }
  });

function* watch() {
  yield* race({ asking: poll('alarms', look), left: take(alarmsClosed) });
}

function* look() {
  try {
    const agent = yield* agentCalls();
    const kinds = (yield* select(knownIn))?.kinds ?? (yield* call(agent.agentReceiverKinds)).kinds;
    const { receivers } = yield* call(agent.agentReceivers);
    const alarms = yield* call(agent.agentAlarms);
    const { incidents } = yield* call(agent.agentIncidents, { limit: LISTED });
    const { deliveries } = yield* call(agent.agentDeliveries, { limit: LISTED });
    yield* put(alarmsHeard({ kinds, receivers, alarms, incidents, deliveries }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(alarmsUnheard({ code: error.code, reason: reasonOf(error) }));
    return;
  }
  // What others have saved stands in an open form at once, or is told beside its Save.
  yield* showOthers({ ...receiverForm, find: findReceiverHeard });
  yield* showOthers({ ...rulesForm, find: findRulesHeard });
}

const knownIn = ({ alarms }: WithAlarms) => alarms.known;

function* findReceiverHeard({ id }: ReceiverTarget) {
  const known = yield* select(knownIn);
  return known && id !== null ? receiverAmong({ ...known, settings: known.alarms.settings }, id) : null;
}

function* findRulesHeard() {
  const known = yield* select(knownIn);
  return known && { found: null, draft: rulesDraftOf(known.alarms.settings) };
}

function* readOlder({ payload: list }: { payload: AlarmList }) {
  const known = yield* select(knownIn);
  const agent = yield* agentCalls();
  if (list === 'incidents') {
    const before = known?.incidents.at(-1)?.begun;
    if (before === undefined) return;
    const { incidents } = yield* call(agent.agentIncidents, { before: String(before), limit: LISTED });
    yield* put(olderHeard({ incidents }));
  } else {
    const before = known?.deliveries.at(-1)?.number;
    if (before === undefined) return;
    const { deliveries } = yield* call(agent.agentDeliveries, { before: String(before), limit: LISTED });
    yield* put(olderHeard({ deliveries }));
  }
}

function* removeReceiver(id: string) {
  const agent = yield* agentCalls();
  try {
    const { receivers } = yield* call(agent.agentReceiverDelete, { id });
    yield* put(receiversHeard(receivers));
  } catch (error) {
    // Somebody else has deleted it.
    if (codeOf(error) !== 404) throw error;
    const { receivers } = yield* call(agent.agentReceivers);
    yield* put(receiversHeard(receivers));
  }
}

function* testReceiver({ payload: id }: ReturnType<typeof receiverTestRequested>) {
  const agent = yield* agentCalls();
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
  const agent = yield* agentCalls();
  const { deliveries } = yield* call(agent.agentDeliveryAgain, { number: String(number) });
  const known = yield* select(knownIn);
  if (known) yield* put(alarmsHeard({ ...known, deliveries }));
}

/**
 * Changes the settings as they are stored now, whoever has saved meanwhile. `change` answers null where there is nothing
 * to do, and may throw.
 */
function* changeSettings(change: (settings: AlarmsForm) => AlarmsForm | null) {
  const agent = yield* agentCalls();
  for (let tries = 1; ; tries += 1) {
    const { settings, revision } = yield* call(agent.agentAlarms);
    const changed = change(settings);
    if (changed === null || sameJson(changed, settings)) return;
    try {
      const alarms: Alarms = yield* call(agent.agentAlarmsSave, { body: { settings: changed, revision } });
      yield* put(settingsHeard(alarms));
      return;
    } catch (error) {
      if (codeOf(error) !== CONFLICT || tries === MOST_TRIES) throw error;
    }
  }
}

function* changeOrSay(change: (settings: AlarmsForm) => AlarmsForm | null) {
  try {
    yield* changeSettings(change);
    return true;
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    yield* put(noticed('error', NOT_SAVED, reasonValue(error)));
    return false;
  }
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

/** One of the same thing takes the place of the one before; those that are over go. */
function* addSilence({ payload: silence }: ReturnType<typeof silenceRequested>) {
  const now = (yield* host('now'))();
  const done = yield* changeOrSay((settings) => ({
    ...settings,
    silences: [...settings.silences.filter((one) => one.until > now && !isSubject(one, silence)), silence],
  }));
  if (done) yield* put(noticed('success', msg('Silenced')));
}

function* endSilence({ payload: silence }: ReturnType<typeof silenceEndRequested>) {
  yield* changeOrSay((settings) => ({
    ...settings,
    silences: settings.silences.filter((one) => !isSame(one, silence)),
  }));
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type ReceiverForm = SharedForm<ReceiverTarget, ReceiverFound, ReceiverDraft, FieldFaults, 'testing'>;

const receiverForm: ReceiverForm = {
  actions: receiverEditor.actions,
  state: () => select(({ receiverForm: form }: { receiverForm: ReturnType<typeof receiverEditor.reducer> }) => form),
  find: findReceiver,
  home: () => RECEIVERS,
  isNew: ({ id }) => id === null,
  alsoCompare: ({ secrets, isGone }) => [secrets, isGone],
};

function* openReceiver({ payload: target }: ReturnType<typeof receiverEditor.actions.opened>) {
  yield* put(trialTold(null));
  yield* loadEditor(receiverForm, target);
}

function* findReceiver({ id, kind: wanted }: ReceiverTarget) {
  const agent = yield* agentCalls();
  const { kinds } = yield* call(agent.agentReceiverKinds);
  const translated = yield* host('translated');
  if (id === null) {
    const kind = kinds.find((one) => one.id === wanted);
    if (!kind) return { missing: msg('There is no receiver of this kind') };
    const found: ReceiverFound = { kind, secrets: [], isGone: false };
    return { found, draft: emptyReceiverDraft(kind, zoneHere(), translated(kind.name)) };
  }
  const { receivers } = yield* call(agent.agentReceivers);
  const { settings } = yield* call(agent.agentAlarms);
  return receiverAmong({ kinds, receivers, settings }, id);
}

interface ReceiversRead {
  kinds: readonly ReceiverKind[];
  receivers: readonly AlarmReceiver[];
  settings: AlarmsForm;
}

function receiverAmong({ kinds, receivers, settings }: ReceiversRead, id: string) {
  const receiver = receivers.find((one) => one.id === id);
  const kind = kinds.find((one) => one.id === receiver?.kind);
  if (!receiver || !kind) return { missing: msg('This receiver was deleted') };
  const found: ReceiverFound = { kind, secrets: receiver.secrets, isGone: receiver.isGone };
  return { found, draft: receiverDraftOf(receiver, kind, settings.receivers[id], zoneHere()) };
}

/** What is missing is marked, and nobody is asked. */
function* isFilledIn({ draft, stored, found }: OpenReceiver) {
  const faults = faultsOfDraft(found.kind, draft, stored, found.secrets);
  if (Object.keys(faults).length === 0) return true;
  yield* put(receiverEditor.actions.faultsShown());
  yield* put(receiverEditor.actions.refused(faults));
  return false;
}

/** The faults that the agent found, by field; null: it was something else, which a notice has to say. */
const faultsIn = (error: unknown): FieldFaults | null => {
  if (!(error instanceof CoreError) || error.code !== UNFIT) return null;
  const faults = Object.entries(error.fields).map(([field, [text = '']]) => [field.replace(/^fields\./, ''), text]);
  return faults.length === 0 ? null : Object.fromEntries(faults);
};

function* tryReceiver() {
  const form = yield* openIn(receiverForm);
  if (!form || form.busy || !(yield* isFilledIn(form))) return;
  const { found, draft, target } = form;
  yield* put(receiverEditor.actions.began('testing'));
  yield* put(trialTold({ id: null, status: 'running' }));
  const agent = yield* agentCalls();
  try {
    const body = { id: target.id, ...formOfDraft(found.kind, draft, found.secrets) };
    const answer = yield* call(agent.agentReceiverTry, { body });
    yield* put(receiverEditor.actions.refused(null));
    yield* put(trialTold({ id: null, status: 'answered', answer }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const faults = faultsIn(error);
    yield* put(receiverEditor.actions.refused(faults));
    yield* put(trialTold(faults ? null : { id: null, status: 'failed', reason: reasonOf(error) }));
  }
}

function* saveReceiver({ payload: { language } }: ReturnType<typeof receiverSaveRequested>) {
  const form = yield* openIn(receiverForm);
  if (!form || form.busy || !(yield* isFilledIn(form))) return;
  yield* put(receiverEditor.actions.began('saving'));
  try {
    if (yield* isBehind(form)) return;
    const receiver = yield* writeReceiver(form, language);
    const kind = form.found.kind;
    const found: ReceiverFound = { kind, secrets: receiver.secrets, isGone: false };
    yield* put(receiverStored(receiver.id));
    yield* put(noticed('success', msg('Receiver saved')));
    const draft = { ...form.draft, fields: receiverDraftOf(receiver, kind, undefined, '').fields };
    yield* finishSave(receiverForm, { found, draft }, RECEIVERS);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const faults = faultsIn(error);
    yield* put(receiverEditor.actions.refused(faults));
    if (!faults) yield* put(noticed('error', msg('The receiver could not be saved ({{0}})'), reasonValue(error)));
  }
}

/** Others have changed or deleted it: the form says so, and nothing is written. */
function* isBehind({ target, stored, found }: OpenReceiver) {
  if (target.id === null) return false;
  const now = yield* findReceiver(target);
  if ('missing' in now) {
    yield* put(receiverEditor.actions.conflictFound({ status: 'gone' }));
    return true;
  }
  if (sameJson(now.draft, stored) && sameJson(now.found.secrets, found.secrets)) return false;
  yield* put(receiverEditor.actions.conflictFound({ status: 'changed', ...now }));
  return true;
}

function* writeReceiver({ target: { id }, draft, found }: OpenReceiver, language: string) {
  const agent = yield* agentCalls();
  const body = formOfDraft(found.kind, draft, found.secrets);
  const { receivers } = yield* call(agent.agentReceivers);
  const receiver: AlarmReceiver =
    id === null ? yield* call(agent.agentReceiverAdd, { body }) : yield* call(agent.agentReceiverSave, { id, body });
  // The list shows it at once.
  yield* put(receiversHeard([...receivers.filter((one) => one.id !== receiver.id), receiver]));
  const page = yield* host('page');
  const choice = choiceOfDraft(draft);
  // The first one speaks the language of who has added it.
  const wording = receivers.length === 0 ? { language, zone: zoneHere(), page: page.href } : null;
  yield* changeOrSay((settings) => ({
    ...settings,
    receivers: { ...settings.receivers, [receiver.id]: choice },
    wording: wording && isUsual(settings.wording) ? wording : settings.wording,
  }));
  return receiver;
}

/** Nobody has chosen it. */
const isUsual = ({ language, zone, page }: AlarmsForm['wording']) =>
  language === 'en' && zone === null && page === null;

type RulesForm = SharedForm<typeof RULES, null, RulesDraft, FieldFaults, never>;

const rulesForm: RulesForm = {
  actions: rulesEditor.actions,
  state: () => select(({ rulesForm: form }: { rulesForm: ReturnType<typeof rulesEditor.reducer> }) => form),
  find: findRules,
  home: () => '/alarms/rules',
};

function* openRules() {
  yield* loadEditor(rulesForm, RULES);
}

function* findRules() {
  const agent = yield* agentCalls();
  const { settings } = yield* call(agent.agentAlarms);
  return { found: null, draft: rulesDraftOf(settings) };
}

/** Thrown out of a change: others were faster. */
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
      const theirs = rulesDraftOf(settings);
      if (!sameJson(theirs, form.stored)) throw new Overtaken(theirs);
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
