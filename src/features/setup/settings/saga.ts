import { call, fork, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import type { ConfigAnswer } from '../../../api/answers/config.ts';
import { CoreError } from '../../../api/error.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { withValue } from '../../../catalog/form/fieldValues.ts';
import { dropFieldRefusals, WHOLE_CONFIG } from '../../../catalog/settingsTabs/assignRefusals.ts';
import { settingsTabs } from '../../../catalog/settingsTabs/index.ts';
import { settingsChanges, settingsTabForm } from '../../../catalog/settingsTabs/settingsFormValues.ts';
import type { SettingsDraft } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { catchWorkErrors, saveEnded, workIn } from '../../shared/editor/editorSagas.ts';
import { poll } from '../../shared/polling/poll.ts';
import { needsRestart } from '../../shared/restart/detectRestart.ts';
import { configSeen } from '../../shared/restart/pendingRestart/slice.ts';
import { restarted, restartOffered, restartRequested } from '../../shared/restart/slice.ts';
import { exclusively, write } from '../../shared/saving/exclusively.ts';
import { confirmMove, moveSaga, planMove, storeMoved, toldOf } from './addressChange/saga.ts';
import { deriveSettingsView } from './deriveSettingsView.ts';
import { askPassword, changesLive, changesLogin, isOnlyLogin, signOutSaga, userAfter } from './loginChange.ts';
import {
  configRead,
  configReadAgain,
  configUnread,
  type FoundSettings,
  type OpenSettings,
  type Problem,
  type SettingsState,
  saveRefused,
  settingsClosed,
  settingsEditor,
  settingsFormOf,
  settingsOpened,
  settingsSaved,
  settingsSaveRequested,
  settingTyped,
  typedOver,
} from './slice.ts';

/** For faults found here and for those that the core reports. */
const WRONG_FIELDS = msg('There were some errors in the settings. Settings not saved.');
const NOT_STORED = msg('There was a problem storing the settings. Settings not saved.');

const masked = (fields: CoreError['fields']): Problem['refused'] =>
  Object.fromEntries(Object.entries(fields).map(([name, reasons]) => [name, reasons.map(reasonOf)]));

function problemOf(error: unknown): Problem {
  const plain = { evidence: reasonOf(error), refused: {} };
  if (!(error instanceof CoreError)) return { ...plain, text: NOT_STORED };
  switch (error.code) {
    case 404:
      return { ...plain, text: msg('API endpoint not found. Settings not saved.') };
    case 409:
      return Object.keys(error.fields).length === 0
        ? { ...plain, text: WRONG_FIELDS }
        : { text: WRONG_FIELDS, evidence: null, refused: masked(error.fields) };
    case 400:
      // The error concerns the whole config, so it appears on the tab that edits it as a whole.
      return { text: NOT_STORED, evidence: null, refused: { [WHOLE_CONFIG]: [reasonOf(error)] } };
    default:
      return { ...plain, text: NOT_STORED };
  }
}

const shownBy = ({ answer }: FoundSettings): SettingsDraft => settingsTabForm(settingsTabs, answer, {}).draft;

/** Returns concurrent changes to the settings edited here; null if there are none. */
function conflictIn({ stored }: Pick<OpenSettings, 'stored'>, now: FoundSettings): SettingsDraft | null {
  const shown = shownBy(now);
  const current = Object.entries(stored).map(([path, value]) => [path, shown[path] ?? value] as const);
  return current.every(([path, value]) => sameJson(value, stored[path])) ? null : Object.fromEntries(current);
}

export function* settingsSaga() {
  yield* takeLatest([settingsOpened, restarted], keepFresh);
  yield* takeLeading(settingsSaveRequested, catchWorkErrors({ actions: settingsEditor.actions, state }, save));
  yield* takeEvery(settingTyped, catchSagaErrors(noteOver));
  yield* fork(moveSaga);
  yield* fork(signOutSaga);
}

interface WithSettings {
  settings: SettingsState;
}

/** Polls for changes by others; edited fields keep their input. */
function* keepFresh() {
  yield* saveEnded({ actions: settingsEditor.actions, state });
  if ((yield* state()).status !== 'closed') yield* race([poll('settings', read), take(settingsClosed)]);
}

function* state() {
  return yield* select(({ settings }: WithSettings) => settings);
}

function* read() {
  const core = yield* host('core');
  try {
    const found = yield* foundIn(yield* call(core.config));
    const { status } = yield* state();
    yield* put(status === 'open' ? configReadAgain(found) : configRead({ target: undefined, found, draft: {} }));
  } catch (error) {
    yield* put(configUnread(reasonOf(error)));
  }
}

function* foundIn(answer: ConfigAnswer) {
  yield* put(configSeen(needsRestart(answer)));
  const storage = yield* host('storage');
  const releases = (yield* browser('releases')).address !== null;
  const extensions = yield* select(({ session }: WithSession) => coreInfoOf(session)?.about.extensions ?? []);
  return { answer, expert: storage.read('expert') === 'true', releases, extensions };
}

function* noteOver({ payload: { path, value } }: ReturnType<typeof settingTyped>) {
  const form = yield* state();
  if (form.status !== 'open') return;
  const refused = dropFieldRefusals(settingsTabs, form.refused?.refused ?? {}, path);
  yield* put(typedOver({ path, shown: shownBy(form.found)[path] ?? value, refused }));
}

function* save() {
  const form = yield* state();
  if (form.status !== 'open') return;
  const { tabs: shown, situation, hasFaults } = deriveSettingsView(settingsFormOf(form));
  if (hasFaults) {
    yield* put(saveRefused({ text: WRONG_FIELDS, evidence: null, refused: {} }));
    return;
  }
  const { config } = form.found.answer;
  const body = { version: config.version, ...settingsChanges(shown, situation) };
  const done = yield* workIn(settingsEditor.actions, () => storeUnlessOvertaken(form, body), problemOf);
  if (!done) return;
  if (done.result === 'conflict') return;
  if (done.result === 'declined') {
    yield* put(saveRefused(null));
    return;
  }
  const answer = yield* call(readAgain);
  yield* put(answer ? settingsSaved({ found: yield* foundIn(answer), draft: {} }) : saveRefused(null));
  yield* noteGoneOn();
  if (typeof done.result === 'object') {
    yield* put(restartRequested(done.result));
    return;
  }
  if (done.result === 'atOnce') {
    yield* put(restartRequested());
    return;
  }
  yield* put(noticed('success', msg('Settings saved. All changes will be applied after restarting the application.')));
  yield* put(restartOffered());
}

/** Compares input made during the save with the newly stored values. */
function* noteGoneOn() {
  const form = yield* state();
  if (form.status !== 'open') return;
  const shown = shownBy(form.found);
  for (const [path, value] of Object.entries(form.draft))
    yield* put(typedOver({ path, shown: shown[path] ?? value, refused: form.refused?.refused ?? {} }));
}

/** Asks before it takes the write queue, because other saves must not wait for the operator. */
function* storeUnlessOvertaken(form: OpenSettings, body: SettingsBody) {
  for (;;) {
    const config = yield* configUnlessOvertaken(form);
    if (!config) return 'conflict' as const;
    const confirmed = yield* confirm(config.answer, body);
    if (!confirmed) return 'declined' as const;
    const stored = yield* exclusively(() => storeAsAsked(form, body, confirmed));
    if (stored !== 'asked otherwise') return stored;
  }
}

type SettingsBody = Settings & { version: number };

/** Returns null after a conflict, which is shown to the operator. */
function* configUnlessOvertaken(form: OpenSettings) {
  const core = yield* host('core');
  const found = yield* foundIn(yield* call(core.config));
  const draft = conflictIn(form, found);
  if (!draft) return found;
  yield* put(settingsEditor.actions.conflictFound({ status: 'changed', found, draft }));
  return null;
}

function* confirm(answer: ConfigAnswer, body: SettingsBody) {
  const { config } = answer;
  const live = isOnlyLogin(body) && (yield* changesLive(needsRestart(answer)));
  const password = changesLogin(config, body) ? yield* call(() => askPassword('save', config, live)) : '';
  if (password === null) return null;
  const plan = yield* planMove(config, body);
  const restart = plan ? yield* confirmMove(plan) : ('later' as const);
  return restart && { live, password, plan, restart };
}

type GivenAnswers = Extract<
  ReturnType<typeof confirm> extends Generator<unknown, infer Answer> ? Answer : never,
  object
>;

function* storeAsAsked(
  form: OpenSettings,
  body: SettingsBody,
  { live, password, plan: confirmed, restart }: GivenAnswers,
) {
  const found = yield* configUnlessOvertaken(form);
  if (!found) return 'conflict' as const;
  const { config } = found.answer;
  const plan = yield* planMove(config, body);
  if (!sameJson(plan && toldOf(plan), confirmed && toldOf(confirmed))) return 'asked otherwise' as const;
  if (plan) yield* storeMoved(withValue(config, 'api.auth.password', password), body, plan);
  else yield* write('configSet', { body });
  if (password !== '') return { user: userAfter(config, body, password), live };
  return plan?.atOnce || restart === 'now' ? ('atOnce' as const) : ('stored' as const);
}

/** Returns null if the core went away right after it stored the settings. */
function* readAgain() {
  const core = yield* host('core');
  try {
    return yield* call(core.config);
  } catch (error) {
    if (error instanceof CoreError) return null;
    throw error;
  }
}
