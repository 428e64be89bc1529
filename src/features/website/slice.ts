import type { Settings } from '../../media/profile.ts';
import { createEditor, type Editor, type OpenEditor } from '../editor.ts';
import type { WebsiteDraft } from './draft.ts';

export interface FoundWebsite {
  /** As the core keeps it, with what this version does not know; empty: nobody saved it yet. */
  playersite: Settings;
  /** index.html is on the disk of the core. */
  published: boolean;
  /** The stored template is not on the disk: our own stands in for it. */
  missingTemplate: boolean;
}

export type WebsiteForm = Editor<void, FoundWebsite, WebsiteDraft, never, never>;
export type OpenWebsite = OpenEditor<void, FoundWebsite, WebsiteDraft, never, never>;

export interface WithWebsite {
  website: WebsiteForm;
}

export const websiteEditor = createEditor<void, FoundWebsite, WebsiteDraft>('website');
export const {
  opened: websiteOpened,
  closed: websiteClosed,
  saveRequested: websiteSaveRequested,
  draftChanged,
  faultsShown,
  saved,
} = websiteEditor.actions;
export const website = websiteEditor.reducer;
