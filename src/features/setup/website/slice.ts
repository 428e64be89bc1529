import { createAction } from '@reduxjs/toolkit';
import type { Files } from '../../../api/answers/files.ts';
import type { CoderSettings } from '../../../media/encoding/profile.ts';
import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';
import type { CheckedImage } from '../image/uploadImage.ts';
import type { WebsiteDraft } from './draft.ts';
import { type PickedTemplate, type WebsiteImage, withImage, withTemplate } from './draft.ts';

export interface FoundWebsite {
  /** Includes settings unknown to this version; empty: never saved. */
  playersite: CoderSettings;
  /** Whether index.html is on the disk of the core. */
  published: boolean;
  /** The stored template is missing on the disk, so the default is used. */
  missingTemplate: boolean;
  templates: readonly string[];
  files: Files;
}

/** Why a file was rejected. `line`: position of a template error. */
export type RefusedUpload =
  | { upload: WebsiteImage | 'template'; refusal: Refusal }
  | { upload: 'template'; fault: { line: number | null; message: string } };

type Work = 'uploading' | 'deleting';

export type WebsiteForm = Editor<void, FoundWebsite, WebsiteDraft, RefusedUpload, Work>;
export type OpenWebsite = OpenEditor<void, FoundWebsite, WebsiteDraft, RefusedUpload, Work>;

export interface WithWebsite {
  website: WebsiteForm;
}

export const websiteImagePicked = createAction<{ image: WebsiteImage; file: File }>('website/imagePicked');
export const websiteImageChecked = createAction<{ image: WebsiteImage; upload: CheckedImage }>('website/imageChecked');
/** Overwrites a template of the same name. */
export const templatePicked = createAction<{ name: string; file: File }>('website/templatePicked');
/** `chosen`: no other template was chosen during the check. */
export const templateChecked = createAction<PickedTemplate & { chosen: boolean }>('website/templateChecked');
/** The operator has confirmed the deletion of this name. */
export const templateDeleted = createAction<string>('website/templateDeleted');

export const websiteEditor = createEditor<void, FoundWebsite, WebsiteDraft, RefusedUpload, Work>(
  'website',
  (form, action) => {
    if (websiteImageChecked.match(action)) {
      const { image, upload } = action.payload;
      return { ...form, draft: withImage(form.draft, image, upload), busy: null };
    }
    if (templateChecked.match(action)) {
      const { chosen, ...template } = action.payload;
      const draft = withTemplate({ ...form.draft, templatename: '' }, template);
      return { ...form, draft: chosen ? { ...draft, template: template.name } : draft, busy: null };
    }
    return form;
  },
);
export const {
  opened: websiteOpened,
  closed: websiteClosed,
  saveRequested: websiteSaveRequested,
  draftChanged: websiteChanged,
  faultsShown: websiteFaultsShown,
  saved: websiteSaved,
  refreshed: websiteRefreshed,
  refused: uploadRefused,
} = websiteEditor.actions;
export const website = websiteEditor.reducer;
