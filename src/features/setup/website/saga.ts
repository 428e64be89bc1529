import { call, delay, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { DEFAULT_TEMPLATE } from '../../../viewer/website/settings.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { updateWebsite } from '../../live/viewerPages/updateWebsite.ts';
import { listTemplates } from '../../live/viewerPages/websiteTemplatesOnDisk.ts';
import { loadEditor, type SharedForm, saveShared, showOthers } from '../../shared/editor/editorSagas.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { poll } from '../../shared/polling/poll.ts';
import { readableOf, readGlobal } from '../../shared/saving/readProcess.ts';
import { clearFollowUps, journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { saveGlobal } from '../../shared/saving/saveProcess.ts';
import { draftOf, faultsOf, firstSettings, type WebsiteDraft, websiteWith } from './draft.ts';
import { dropReplaced, pickedFilesSaga, writeUploads } from './pickedFilesSaga.ts';
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
import { websitePreviewSaga } from './websitePreview/saga.ts';

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
