import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import type { AlarmReceiver } from '../../../../api/agentEndpoints.ts';
import { CoreError } from '../../../../api/error.ts';
import { msg } from '../../../../i18n/msg.ts';
import { sameJson } from '../../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../../gate/host/catchSagaErrors.ts';
import { host } from '../../../gate/host/host.ts';
import { noticed } from '../../../gate/notice/slice.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  showOthers,
} from '../../../shared/editor/editorSagas.ts';
import { alarmAgent, changeOrSay, faultsIn } from '../alarmAgent.ts';
import type { AlarmsForm } from '../rulesForm/rulesDraft.ts';
import { knownIn, receiverStored, receiversHeard, trialTold } from '../slice.ts';
import {
  choiceOfDraft,
  emptyReceiverDraft,
  type FormFaults,
  faultsOfDraft,
  formOfDraft,
  type ReceiverDraft,
  type ReceiverKind,
  receiverDraftOf,
} from './receiverDraft.ts';
import {
  type OpenReceiver,
  type ReceiverFound,
  type ReceiverTarget,
  receiverEditor,
  receiverSaveRequested,
  receiverTrialRequested,
} from './slice.ts';

const RECEIVERS = '/alarms/receivers';

export function* receiverFormSaga() {
  yield* takeLatest(receiverEditor.actions.opened, catchSagaErrors(openReceiver));
  yield* takeLeading(receiverSaveRequested, catchWorkErrors(receiverForm, saveReceiver));
  yield* takeLeading(receiverTrialRequested, catchWorkErrors(receiverForm, tryReceiver));
}

/** Compares an open form with the last response of the agent, to show changes by others. */
export function* showReceiverHeard() {
  yield* showOthers({ ...receiverForm, find: findReceiverHeard });
}

function* findReceiverHeard({ id }: ReceiverTarget) {
  const alarms = yield* select(knownIn);
  return alarms && id !== null ? receiverAmong({ ...alarms, settings: alarms.alarms.settings }, id) : null;
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type ReceiverForm = SharedForm<ReceiverTarget, ReceiverFound, ReceiverDraft, FormFaults, 'testing'>;

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

function* findReceiver({ id, kind: kindId }: ReceiverTarget) {
  const agent = yield* alarmAgent();
  const { kinds } = yield* call(agent.agentReceiverKinds);
  const translated = yield* host('translated');
  if (id === null) {
    const kind = kinds.find((candidate) => candidate.id === kindId);
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
  const receiver = receivers.find((candidate) => candidate.id === id);
  const kind = kinds.find((candidate) => candidate.id === receiver?.kind);
  if (!receiver || !kind) return { missing: msg('This receiver was deleted') };
  const found: ReceiverFound = { kind, secrets: receiver.secrets, isGone: receiver.isGone };
  return { found, draft: receiverDraftOf(receiver, kind, settings.receivers[id], zoneHere()) };
}

function* isFilledIn({ draft, stored, found }: OpenReceiver) {
  const faults = faultsOfDraft(found.kind, draft, stored, found.secrets);
  if (Object.keys(faults).length === 0) return true;
  yield* put(receiverEditor.actions.faultsShown());
  yield* put(receiverEditor.actions.refused(faults));
  return false;
}

function* tryReceiver() {
  const form = yield* openIn(receiverForm);
  if (!form || form.busy || !(yield* isFilledIn(form))) return;
  const { found, draft, target } = form;
  yield* put(receiverEditor.actions.began('testing'));
  yield* put(trialTold({ id: null, status: 'running' }));
  const agent = yield* alarmAgent();
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
    const { receiver, isWhole } = yield* writeReceiver(form, language);
    if (!isWhole && form.target.id !== null) {
      yield* catchUp(form.target);
      return;
    }
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

/** Reloads after a partial save, because its own writes are not changes by others. */
function* catchUp(target: ReceiverTarget) {
  const now = yield* findReceiver(target);
  if ('missing' in now) return;
  yield* put(receiverEditor.actions.conflictFound({ status: 'changed', ...now }));
  yield* put(receiverEditor.actions.keptMine());
}

/** Whether others have changed or deleted the receiver; the form shows this and nothing is written. */
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
  const agent = yield* alarmAgent();
  const body = formOfDraft(found.kind, draft, found.secrets);
  const { receivers } = yield* call(agent.agentReceivers);
  const receiver: AlarmReceiver =
    id === null ? yield* call(agent.agentReceiverAdd, { body }) : yield* call(agent.agentReceiverSave, { id, body });
  yield* put(receiversHeard([...receivers.filter((other) => other.id !== receiver.id), receiver]));
  const page = yield* host('page');
  const choice = choiceOfDraft(draft);
  // The first receiver sets the language, time zone and address of all messages to those of its operator.
  const wording = receivers.length === 0 ? { language, zone: zoneHere(), page: page.href } : null;
  const isWhole = yield* changeOrSay((settings) => ({
    ...settings,
    receivers: { ...settings.receivers, [receiver.id]: choice },
    wording: wording && isUsual(settings.wording) ? wording : settings.wording,
  }));
  return { receiver, isWhole };
}

const isUsual = ({ language, zone, page }: AlarmsForm['wording']) =>
  language === 'en' && zone === null && page === null;
