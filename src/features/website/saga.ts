import { call, delay, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { msg } from '../../i18n/msg.ts';
import { DEFAULT_TEMPLATE } from '../../viewer/website/settings.ts';
import type { WithChannels } from '../channel/slice.ts';
import { loadEditor, type SharedForm, saveShared, showOthers } from '../editor/editSagas.ts';
import { noticed } from '../notice/slice.ts';
import { PACE } from '../polling/pace.ts';
import { catchSagaErrors } from '../runtime/catchSagaErrors.ts';
import { host } from '../runtime/host.ts';
import { poll } from '../runtime/poll.ts';
import { readableOf, readGlobal } from '../saving/readProcess.ts';
import { clearFollowUps, journalFollowUp } from '../saving/saveJournal.ts';
import { saveGlobal } from '../saving/saveProcess.ts';
import { updateWebsite } from '../viewerPages/updateWebsite.ts';
import { listTemplates } from '../viewerPages/websiteTemplatesOnDisk.ts';
import { draftOf, faultsOf, firstSettings, type WebsiteDraft, websiteWith } from './draft.ts';
import { dropReplaced, pickedFilesSaga, writeUploads } from './pickedFilesSaga.ts';
import { websitePreviewSaga } from './preview/saga.ts';
import {
  type FoundWebsite,
  faultsShown,
  type OpenWebsite,
  type RefusedUpload,
  saved,
  type WithWebsite,
  websiteClosed,
  websiteEditor,
  websiteOpened,
  websiteSaveRequested,
} from './slice.ts';

export function* websiteSaga() {
  yield* takeLatest(websiteOpened, catchSagaErrors(loadWebsite));
  yield* takeLeading(websiteSaveRequested, catchSagaErrors(save));
  yield* pickedFilesSaga();
  yield* websitePreviewSaga();
}

type WebsiteForm = SharedForm<void, FoundWebsite, WebsiteDraft, RefusedUpload, 'uploading' | 'deleting'>;

function* openForm() {
  const { website } = yield* select((state: WithWebsite) => state);
  return website.status === 'open' ? website : null;
}

const shared: WebsiteForm = { actions: websiteEditor.actions, open: openForm, find, home: () => '/' };

/** It is stored with no process, so changes by others are asked for while it is on the screen. */
export function* loadWebsite() {
  yield* loadEditor(websiteEditor.actions, undefined, find);
  yield* delay(PACE.website.everyMs);
  yield* race([poll('website', () => showOthers(shared)), take(websiteClosed)]);
}

function* find() {
  const core = yield* host('core');
  const playersite = readableOf(yield* readGlobal())?.playersite ?? {};
  const files = yield* call(core.diskFiles, { glob: '/index.html' });
  const { current, list } = yield* select((state: WithChannels) => state.channel);
  const available = list.some(({ id, available }) => id === current && available);
  const draft = draftOf(Object.keys(playersite).length === 0 ? firstSettings(available ? current : null) : playersite);
  const templates = yield* listTemplates();
  const missingTemplate = draft.template !== DEFAULT_TEMPLATE && !templates.includes(draft.template);
  return { found: { playersite, published: files.length > 0, missingTemplate, templates }, draft };
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

function* write({ draft, stored }: OpenWebsite) {
  // What is stored never names a file that is not there.
  yield* call(writeUploads, draft);
  const note = yield* journalFollowUp({ channel: '', what: 'website', before: null });
  // Somebody else may have changed the rest meanwhile.
  yield* saveGlobal((now) => ({ ...now, playersite: websiteWith(now.playersite, draft) }));
  yield* call(updateWebsite);
  yield* call(dropReplaced, stored, draft);
  yield* clearFollowUps([note]);
  return yield* find();
}
