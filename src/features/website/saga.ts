import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { msg } from '../../i18n/msg.ts';
import { loadEditor, workIn } from '../editing.ts';
import { host } from '../host.ts';
import { noticed } from '../notice/slice.ts';
import { updateWebsite } from '../pages/website.ts';
import { readableOf, readGlobal } from '../read.ts';
import { safely } from '../safely.ts';
import { saveGlobal } from '../save.ts';
import {
  draftOf,
  saved,
  type WebsiteDraft,
  type WithWebsite,
  websiteEditor,
  websiteOpened,
  websiteSaveRequested,
} from './slice.ts';

export function* websiteSaga() {
  yield* takeLatest(websiteOpened, safely(load));
  yield* takeLeading(websiteSaveRequested, safely(save));
}

function* load() {
  yield* loadEditor(websiteEditor.actions, undefined, find);
}

function* find() {
  const core = yield* host('core');
  const playersite = readableOf(yield* readGlobal())?.playersite ?? {};
  const files = yield* call(core.diskFiles, { glob: '/index.html' });
  return { found: { playersite, published: files.length > 0 }, draft: draftOf(playersite) };
}

function* save() {
  const form = yield* select((state: WithWebsite) => state.website);
  if (form.status !== 'open' || form.busy) return;
  const failure = msg('Failed to create publication website files. {{0}}');
  const done = yield* workIn(websiteEditor.actions, () => write(form.draft), failure);
  if (!done) return;
  yield* put(saved(done.result));
  yield* put(noticed('success', msg('Publication website settings saved')));
}

function* write(draft: WebsiteDraft) {
  // Somebody else may have changed the rest meanwhile.
  yield* saveGlobal((stored) => ({ ...stored, playersite: { ...stored.playersite, ...draft } }));
  yield* call(updateWebsite);
  return yield* find();
}
