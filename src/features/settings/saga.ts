import { call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError } from '../../api/error.ts';
import { changesOf } from '../../catalog/tabs/edit.ts';
import { msg } from '../../i18n/msg.ts';
import { host } from '../host.ts';
import { noticed } from '../notice/slice.ts';
import { poll } from '../poll.ts';
import { restarted, restartOffered } from '../restart/slice.ts';
import { reasonOf, safely } from '../safely.ts';
import { problemOf, WRONG_FIELDS } from './problem.ts';
import {
  configRead,
  configUnread,
  type SettingsState,
  saveBegun,
  saved,
  saveFailed,
  saveRequested,
  settingsClosed,
  settingsOpened,
} from './slice.ts';
import { viewOf } from './view.ts';

/** Somebody else may change the settings too; a form that is being filled in keeps what was typed. */
const READ_EVERY_MS = 5_000;

export function* settingsSaga() {
  yield* takeLatest([settingsOpened, restarted], keepFresh);
  yield* takeLeading(saveRequested, safely(save));
}

interface WithSettings {
  settings: SettingsState;
}

function* keepFresh() {
  const open = yield* select(({ settings }: WithSettings) => settings.status !== 'closed');
  if (open) yield* race([call(poll, READ_EVERY_MS, read), take(settingsClosed)]);
}

function* read() {
  const core = yield* host('core');
  const storage = yield* host('storage');
  try {
    const answer = yield* call(core.config);
    yield* put(configRead({ answer, expert: storage.read('expert') === 'true' }));
  } catch (error) {
    yield* put(configUnread(reasonOf(error)));
  }
}

function* save() {
  const form = yield* select(({ settings }: WithSettings) => settings);
  if (form.status !== 'open') return;
  const { tabs, situation, hasFaults } = viewOf(form);
  if (hasFaults) {
    yield* put(saveFailed({ text: WRONG_FIELDS, evidence: null, refused: {} }));
    return;
  }
  yield* put(saveBegun());
  const core = yield* host('core');
  try {
    const { version } = form.answer.config;
    yield* call(core.configSet, { body: { version, ...changesOf(tabs, situation) } });
  } catch (error) {
    yield* put(saveFailed(problemOf(error)));
    return;
  }
  yield* put(saved(yield* call(readAgain)));
  yield* put(noticed('success', msg('Settings saved. All changes will be applied after restarting the application.')));
  yield* put(restartOffered());
}

/** null: the core went away right after it stored them. They are stored all the same. */
function* readAgain() {
  const core = yield* host('core');
  try {
    return yield* call(core.config);
  } catch (error) {
    if (error instanceof CoreError) return null;
    throw error;
  }
}
