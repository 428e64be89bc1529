import { call, delay, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { msg } from '../../i18n/msg.ts';
import { loadEditor, type SharedForm, saveShared, showOthers } from '../editing.ts';
import { host } from '../host.ts';
import { noticed } from '../notice/slice.ts';
import { hasTemplate } from '../pages/template.ts';
import { updateWebsite } from '../pages/website.ts';
import { poll } from '../poll.ts';
import { readableOf, readGlobal } from '../read.ts';
import { safely } from '../safely.ts';
import { saveGlobal } from '../save.ts';
import { dropRests, noteRest } from '../unfinished.ts';
import { draftOf, faultsOf, type WebsiteDraft, websiteWith } from './draft.ts';
import {
  type FoundWebsite,
  faultsShown,
  type OpenWebsite,
  saved,
  type WithWebsite,
  websiteClosed,
  websiteEditor,
  websiteOpened,
  websiteSaveRequested,
} from './slice.ts';

export function* websiteSaga() {
  yield* takeLatest(websiteOpened, safely(load));
  yield* takeLeading(websiteSaveRequested, safely(save));
}

type Shared = SharedForm<void, FoundWebsite, WebsiteDraft, never, never>;

function* openForm() {
  const { website } = yield* select((state: WithWebsite) => state);
  return website.status === 'open' ? website : null;
}

const shared: Shared = { actions: websiteEditor.actions, open: openForm, find, home: () => '/' };

/** It is stored with no process, so what others save of it is asked for while it is on the screen. */
const EVERY_MS = 8000;

function* load() {
  yield* loadEditor(websiteEditor.actions, undefined, find);
  yield* delay(EVERY_MS);
  yield* race([call(poll, EVERY_MS, () => showOthers(shared)), take(websiteClosed)]);
}

function* find() {
  const core = yield* host('core');
  const playersite = readableOf(yield* readGlobal())?.playersite ?? {};
  const files = yield* call(core.diskFiles, { glob: '/index.html' });
  const draft = draftOf(playersite);
  const missingTemplate = !(yield* hasTemplate(draft.template));
  return { found: { playersite, published: files.length > 0, missingTemplate }, draft };
}

function* save() {
  const form = yield* openForm();
  if (!form || form.busy) return;
  if (Object.keys(faultsOf(form.draft, form.stored)).length > 0) {
    yield* put(faultsShown());
    return;
  }
  const failure = msg('Failed to create publication website files. {{0}}');
  const done = yield* saveShared(shared, form, write, failure);
  if (!done) return;
  yield* put(saved(done.result));
  yield* put(noticed('success', msg('Publication website settings saved')));
}

function* write({ draft }: OpenWebsite) {
  const note = yield* noteRest({ channel: '', what: 'website', before: null });
  // Somebody else may have changed the rest meanwhile.
  yield* saveGlobal((stored) => ({ ...stored, playersite: websiteWith(stored.playersite, draft) }));
  yield* call(updateWebsite);
  yield* dropRests([note]);
  return yield* find();
}
