import type { Settings } from '../../media/profile.ts';
import { parseWebsiteSettings } from '../../viewer/website/settings.ts';
import { createEditor, type Editor, type OpenEditor } from '../editor.ts';

/** What the general tab edits, under the keys that are stored. */
export interface WebsiteDraft {
  playersite: boolean;
  channelid: string;
  title: string;
  share: boolean;
  support: boolean;
  template: string;
}

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

export function draftOf(playersite: Settings): WebsiteDraft {
  const { playersite: on, channelid, title, share, support, template } = parseWebsiteSettings(playersite);
  return { playersite: on, channelid, title, share, support, template };
}

export const websiteEditor = createEditor<void, FoundWebsite, WebsiteDraft>('website');
export const {
  opened: websiteOpened,
  closed: websiteClosed,
  saveRequested: websiteSaveRequested,
  draftChanged,
  saved,
} = websiteEditor.actions;
export const website = websiteEditor.reducer;
