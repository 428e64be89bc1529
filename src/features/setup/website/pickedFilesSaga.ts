import { call, put, select, takeLeading } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { DEFAULT_TEMPLATE } from '../../../viewer/website/settings.ts';
import { inertTemplate, TemplateError } from '../../../viewer/website/storedTemplate.ts';
import { templateData } from '../../../viewer/website/templateData.ts';
import { catchSagaErrors, reasonOf, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { listTemplates, templatePath } from '../../live/viewerPages/websiteTemplatesOnDisk.ts';
import { refuseImage } from '../../shared/image/checkImage.ts';
import { checkImage, dropOthers, writeImage } from '../image/uploadImage.ts';
import { noTemplate, parseTemplate, templateRefusal } from './checkTemplateFile.ts';
import type { WebsiteDraft } from './draft.ts';
import { imageUploadOf, placeOf, templateUploadOf, WEBSITE_IMAGES } from './draftUploads.ts';
import {
  draftChanged,
  imageChecked,
  imagePicked,
  refreshed,
  templateChecked,
  templateDeleted,
  templatePicked,
  uploadRefused,
  type WithWebsite,
} from './slice.ts';
import { firstPage, gatherSite } from './websitePreview/gatherSite.ts';

/** What is picked is checked at once and written with the save; what is deleted goes at once. */
export function* pickedFilesSaga() {
  yield* takeLeading(imagePicked, catchSagaErrors(pickImage));
  yield* takeLeading(templatePicked, catchSagaErrors(pickTemplate));
  yield* takeLeading(templateDeleted, catchSagaErrors(deleteTemplate));
}

function* pickImage({ payload: { image, file } }: ReturnType<typeof imagePicked>) {
  const outcome = yield* call(checkImage, file, placeOf(image));
  yield* put(
    'image' in outcome
      ? imageChecked({ image, upload: outcome.image })
      : uploadRefused({ upload: image, refusal: outcome.refused }),
  );
}

function* pickTemplate({ payload: { name, file } }: ReturnType<typeof templatePicked>) {
  try {
    const text = yield* call(textOf, file);
    if (typeof text !== 'string') yield* put(uploadRefused({ upload: 'template', refusal: text }));
    else {
      const render = yield* browser('render');
      const page = firstPage(yield* call(gatherSite), {});
      yield* call(render, text, [page ? templateData(page) : {}]);
      yield* put(templateChecked({ name, text }));
    }
  } catch (error) {
    yield* put(
      uploadRefused(
        error instanceof TemplateError
          ? { upload: 'template', fault: { line: error.line, message: reasonOf(error) } }
          : { upload: 'template', refusal: refuseImage(reasonOf(error)) },
      ),
    );
  }
}

function* textOf(file: File) {
  const refusal = templateRefusal(file);
  if (refusal !== null) return refusal;
  return parseTemplate(new Uint8Array(yield* call([file, file.arrayBuffer]))) ?? noTemplate;
}

/** What is chosen then is the default; the pages of viewers are made anew by the next save. */
function* deleteTemplate({ payload: name }: ReturnType<typeof templateDeleted>) {
  try {
    const core = yield* host('core');
    yield* call(core.diskDelete, { path: templatePath(name) });
    const { website } = yield* select((state: WithWebsite) => state);
    if (website.status !== 'open') return;
    const templates = yield* listTemplates();
    const missingTemplate =
      website.stored.template !== DEFAULT_TEMPLATE && !templates.includes(website.stored.template);
    yield* put(refreshed({ ...website.found, templates, missingTemplate }));
    if (website.draft.template === name) yield* put(draftChanged({ template: DEFAULT_TEMPLATE }));
    yield* put(noticed('success', msg('Template deleted')));
  } catch (error) {
    yield* put(noticed('error', msg('Failed to delete the template ({{0}})'), reasonValue(error)));
  }
  yield* put(uploadRefused(null));
}

/** Writes what was picked and is still wanted. Throws a CoreError. */
export function* writeUploads(draft: WebsiteDraft) {
  const template = templateUploadOf(draft);
  if (template) {
    const core = yield* host('core');
    yield* call(core.diskWrite, { path: templatePath(template.name), body: inertTemplate(template.text) });
  }
  for (const key of WEBSITE_IMAGES) {
    const image = imageUploadOf(draft, key);
    if (image) yield* call(writeImage, image);
  }
}

/**
 * Images of ours that the saved ones have replaced, and those that were taken out. Of an image elsewhere that was there
 * before nobody knows what else wants the files here. Throws a CoreError.
 */
export function* dropReplaced(before: WebsiteDraft, after: WebsiteDraft) {
  for (const key of WEBSITE_IMAGES) {
    const { place } = placeOf(key);
    const isOurs = (path: string) => path.startsWith(`${place}.`);
    if (isOurs(after[key])) yield* call(dropOthers, place, after[key]);
    else if (isOurs(before[key])) yield* call(dropOthers, place, '');
  }
}
