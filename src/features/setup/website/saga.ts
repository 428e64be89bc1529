import type { Action } from '@reduxjs/toolkit';
import {
  call,
  cancel,
  delay,
  fork,
  put,
  race,
  type SagaGenerator,
  select,
  take,
  takeLatest,
  takeLeading,
} from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { DEFAULT_TEMPLATE } from '../../../viewer/website/settings.ts';
import { inertTemplate, TemplateError } from '../../../viewer/website/storedTemplate.ts';
import { templateData } from '../../../viewer/website/templateData.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { templateFiles, templateNames, templatePath, updateWebsite } from '../../live/publishPages/updateWebsite.ts';
import {
  catchWorkErrors,
  finishSave,
  loadEditor,
  openIn,
  type SharedForm,
  saveShared,
  showOthers,
} from '../../shared/editor/editorSagas.ts';
import { refuseImage } from '../../shared/image/checkImage.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { poll } from '../../shared/polling/poll.ts';
import { exclusively, SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { readGlobalSettings, saveGlobalSettings } from '../../shared/saving/globalSettings.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { readableOf } from '../../shared/saving/readProcess.ts';
import { clearFollowUps, journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { checkImage, dropOthers, standingImages, writeImage } from '../image/uploadImage.ts';
import { noTemplate, parseTemplate, templateRefusal } from './checkTemplateFile.ts';
import {
  firstSettings,
  imageUploadOf,
  oldestChannel,
  WEBSITE_IMAGES,
  type WebsiteDraft,
  websiteDraftOf,
  websiteFaultsOf,
  websiteImagePlace,
  websiteWith,
  withoutTemplate,
} from './draft.ts';
import {
  type FoundWebsite,
  type OpenWebsite,
  type RefusedUpload,
  templateChecked,
  templateDeleted,
  templatePicked,
  uploadRefused,
  type WithWebsite,
  websiteChanged,
  websiteClosed,
  websiteEditor,
  websiteFaultsShown,
  websiteImageChecked,
  websiteImagePicked,
  websiteOpened,
  websiteRefreshed,
  websiteSaveRequested,
} from './slice.ts';
import { firstPage, gatherSite, websitePreviewSaga } from './websitePreview/saga.ts';

const { actions } = websiteEditor;

/** Checks picked files at once and writes them on save; deletions take effect at once. */
function* pickedFilesSaga() {
  yield* takeLeading(websiteImagePicked, catchWorkErrors(shared, pickImage));
  yield* takeLeading(templatePicked, catchWorkErrors(shared, pickTemplate));
  yield* takeLeading(templateDeleted, catchWorkErrors(shared, deleteTemplate));
}

function* startWork(work: 'uploading' | 'deleting') {
  const form = yield* openIn(shared);
  if (!form || form.busy) return false;
  yield* put(actions.began(work));
  return true;
}

const LEFT = [actions.closed, actions.opened];

const sets = (key: keyof WebsiteDraft) => (action: Action<string>) =>
  websiteChanged.match(action) && key in action.payload;

/** Cancelled by an address entered during the check, and by the removal of the image. */
function* pickImage({ payload: { image, file } }: ReturnType<typeof websiteImagePicked>) {
  if (!(yield* startWork('uploading'))) return;
  const { outcome, other } = yield* race({
    outcome: call(checkImage, file, websiteImagePlace(image)),
    other: take(sets(image)),
    left: take(LEFT),
  });
  if (other) yield* put(uploadRefused(null));
  if (outcome)
    yield* put(
      'image' in outcome
        ? websiteImageChecked({ image, upload: outcome.image })
        : uploadRefused({ upload: image, refusal: outcome.refused }),
    );
}

/** Does not override a template chosen during the check; the picked one is still written on save. */
function* pickTemplate({ payload: { name, file } }: ReturnType<typeof templatePicked>) {
  if (!(yield* startWork('uploading'))) return;
  const other = yield* fork(function* () {
    yield* take(sets('template'));
  });
  const { checked } = yield* race({ checked: call(checkTemplate, file), left: take(LEFT) });
  const chosen = other.isRunning();
  yield* cancel(other);
  if (checked) yield* put('text' in checked ? templateChecked({ name, ...checked, chosen }) : uploadRefused(checked));
}

function* checkTemplate(file: File): SagaGenerator<{ text: string } | RefusedUpload> {
  try {
    const text = yield* call(textOf, file);
    if (typeof text !== 'string') return { upload: 'template', refusal: text };
    const render = yield* browser('render');
    const page = firstPage(yield* call(gatherSite), {});
    yield* call(render, text, [page ? templateData(page) : {}]);
    return { text };
  } catch (error) {
    return error instanceof TemplateError
      ? { upload: 'template', fault: { line: error.line, message: reasonOf(error) } }
      : { upload: 'template', refusal: refuseImage(reasonOf(error)) };
  }
}

function* textOf(file: File) {
  const refusal = templateRefusal(file);
  if (refusal !== null) return refusal;
  return parseTemplate(new Uint8Array(yield* call([file, file.arrayBuffer]))) ?? noTemplate;
}

/** Selects the default template unless another was chosen during the deletion. */
function* deleteTemplate({ payload: name }: ReturnType<typeof templateDeleted>) {
  const before = yield* openIn(shared);
  if (!(before && (yield* startWork('deleting')))) return;
  try {
    yield* exclusively(() => deleteUnlessChanged(name, before));
    const now = yield* foundFiles(before.stored);
    yield* put(noticed('saved', msg('Template deleted')));
    const form = yield* openIn(shared);
    if (!form) return;
    yield* put(websiteRefreshed({ ...form.found, ...now }));
    const { template } = form.draft;
    yield* put(
      websiteChanged({
        ...withoutTemplate(form.draft, name),
        template: template === name ? DEFAULT_TEMPLATE : template,
      }),
    );
  } catch (error) {
    yield* put(noticed('error', msg('Failed to delete the template ({{0}})'), reasonValue(error)));
  }
  yield* put(uploadRefused(null));
}

/** Throws if another operator has replaced or chosen the template since the form was opened. */
function* deleteUnlessChanged(name: string, { found, stored }: OpenWebsite) {
  const path = templatePath(name);
  const matching = (files: FoundWebsite['files']) => files.filter((file) => file.name === path);
  const { template } = yield* storedDraft();
  const isChosen = template === name && stored.template !== name;
  if (isChosen || !sameJson(matching(yield* templateFiles()), matching(found.files)))
    throw new SaveConflict(CHANGED_ELSEWHERE);
  yield* write('diskDelete', { path });
}

const CHANGED_ELSEWHERE = msg('It was changed elsewhere in the meantime.');

function* storedDraft() {
  return websiteDraftOf(readableOf(yield* readGlobalSettings())?.playersite ?? {});
}

function* foundFiles(draft: WebsiteDraft) {
  const places = WEBSITE_IMAGES.map(websiteImagePlace);
  const images = yield* call(
    standingImages,
    places,
    WEBSITE_IMAGES.map((image) => draft[image]),
  );
  const own = yield* templateFiles();
  const templates = templateNames(own);
  const missingTemplate = draft.template !== DEFAULT_TEMPLATE && !templates.includes(draft.template);
  return { templates, missingTemplate, files: [...images, ...own] };
}

/** Writes all picked templates, and picked images that are still chosen. Throws a CoreError. */
function* writeUploads(draft: WebsiteDraft) {
  for (const { name, text } of draft.uploads.templates)
    yield* write('diskWrite', { path: templatePath(name), body: inertTemplate(text) });
  for (const key of WEBSITE_IMAGES) {
    const image = imageUploadOf(draft, key);
    if (image) yield* call(writeImage, image);
  }
}

/** Deletes replaced and removed uploads, unless an external address was stored before. Throws a CoreError. */
function* dropReplaced(before: WebsiteDraft) {
  const after = yield* storedDraft();
  for (const key of WEBSITE_IMAGES) {
    const { place } = websiteImagePlace(key);
    const isOurs = (path: string) => path.startsWith(`${place}.`);
    if (isOurs(after[key])) yield* call(dropOthers, place, after[key]);
    else if (isOurs(before[key])) yield* call(dropOthers, place, '');
  }
}

export function* websiteSaga() {
  yield* takeLatest(websiteOpened, catchSagaErrors(loadWebsite));
  yield* takeLeading(websiteSaveRequested, catchWorkErrors(shared, save));
  yield* pickedFilesSaga();
  yield* websitePreviewSaga();
}

type WebsiteForm = SharedForm<void, FoundWebsite, WebsiteDraft, RefusedUpload, 'uploading' | 'deleting'>;

const shared: WebsiteForm = {
  ...{ actions: websiteEditor.actions, state, find, home: () => '/' },
  alsoCompare: ({ files }) => files,
};

function* state() {
  return yield* select(({ website }: WithWebsite) => website);
}

/** Website settings belong to no process, so changes by others are only found by polling. */
export function* loadWebsite() {
  yield* loadEditor(shared, undefined);
  yield* delay(PACE.website.everyMs);
  yield* race([poll('website', () => showOthers(shared)), take(websiteClosed)]);
}

function* find() {
  const core = yield* host('core');
  const playersite = readableOf(yield* readGlobalSettings())?.playersite ?? {};
  const files = yield* call(core.diskFiles, { glob: '/index.html' });
  const draft = websiteDraftOf(
    Object.keys(playersite).length === 0 ? firstSettings(yield* call(findOldestChannel)) : playersite,
  );
  return { found: { playersite, published: files.length > 0, ...(yield* foundFiles(draft)) }, draft };
}

function* findOldestChannel() {
  const core = yield* host('core');
  const { list } = yield* select((state: WithChannels) => state.channel);
  return oldestChannel(yield* call(core.processes, { filter: 'state' }), list);
}

function* save() {
  const form = yield* openIn(shared);
  if (!form || form.busy) return;
  if (Object.keys(websiteFaultsOf(form.draft, form.stored)).length > 0) {
    yield* put(websiteFaultsShown());
    return;
  }
  const failure = msg('Failed to create publication website files. {{0}}');
  const looked: { left: Pick<FoundWebsite, 'files'> | null } = { left: null };
  const storeOrLook = function* (open: OpenWebsite) {
    try {
      return yield* store(open);
    } catch (error) {
      yield* call(quietly, function* () {
        looked.left = yield* foundFiles(open.stored);
      });
      throw error;
    }
  };
  const done = yield* saveShared(shared, form, storeOrLook, failure, (written) => publishSaved(form, written.note));
  // Files written before the failure are not changes by others.
  if (looked.left) yield* put(websiteRefreshed({ ...form.found, ...looked.left }));
  if (!done) return;
  yield* put(noticed('saved', msg('Publication website settings saved')));
  const { found, draft } = done.result;
  yield* finishSave(shared, { draft, found: { ...found, published: draft.playersite } }, null);
}

function* store({ draft }: OpenWebsite) {
  // A written template changes the pages even if the save fails afterwards.
  const note = yield* journalFollowUp({ channel: '', what: 'website', before: null });
  // Files are written first, so that stored settings never name a missing file.
  yield* call(writeUploads, draft);
  // Other global settings may have changed meanwhile.
  yield* saveGlobalSettings((now) => ({ ...now, playersite: websiteWith(now.playersite, draft) }));
  return { note, ...(yield* find()) };
}

/** Images are deleted after the pages are written, so that no page names a missing one. */
function* publishSaved({ stored }: OpenWebsite, note: string) {
  yield* call(updateWebsite);
  yield* exclusively(() => dropReplaced(stored));
  yield* clearFollowUps([note]);
}
