import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Settings } from '../../media/profile.ts';
import { parseWebsiteSettings } from '../../viewer/website/settings.ts';

/** What the general tab edits, under the keys that are stored. */
export interface WebsiteDraft {
  playersite: boolean;
  channelid: string;
  title: string;
  share: boolean;
  support: boolean;
}

export type WebsiteForm =
  | { status: 'closed' }
  | { status: 'loading' }
  /** It could not be loaded; why. */
  | { status: 'failed'; reason: string }
  | {
      status: 'open';
      /** As the core keeps it, with what this version does not know; empty: nobody saved it yet. */
      stored: Settings;
      draft: WebsiteDraft;
      /** The form as it was saved last. */
      saved: WebsiteDraft;
      /** index.html is on the disk of the core. */
      published: boolean;
      saving: boolean;
    };

export type OpenWebsite = Extract<WebsiteForm, { status: 'open' }>;

export interface WithWebsite {
  website: WebsiteForm;
}

export const websiteOpened = createAction('website/opened');
export const websiteSaveRequested = createAction('website/saveRequested');

function draftOf(stored: Settings): WebsiteDraft {
  const { playersite, channelid, title, share, support } = parseWebsiteSettings(stored);
  return { playersite, channelid, title, share, support };
}

export const isChanged = ({ draft, saved }: OpenWebsite) => JSON.stringify(draft) !== JSON.stringify(saved);

interface Found {
  stored: Settings;
  published: boolean;
}

const opened = ({ stored, published }: Found): WebsiteForm => {
  const draft = draftOf(stored);
  return { status: 'open', stored, published, draft, saved: draft, saving: false };
};

const change = (form: WebsiteForm, changed: Partial<OpenWebsite>): WebsiteForm =>
  form.status === 'open' ? { ...form, ...changed } : form;

const slice = createSlice({
  name: 'website',
  initialState: { status: 'closed' } as WebsiteForm,
  reducers: {
    websiteClosed: (): WebsiteForm => ({ status: 'closed' }),
    websiteLoaded: (form, { payload }: PayloadAction<Found>): WebsiteForm =>
      form.status === 'loading' ? opened(payload) : form,
    websiteFailed: (form, { payload: reason }: PayloadAction<string>): WebsiteForm =>
      form.status === 'loading' ? { status: 'failed', reason } : form,
    draftChanged: (form, { payload }: PayloadAction<Partial<WebsiteDraft>>): WebsiteForm =>
      form.status === 'open' ? { ...form, draft: { ...form.draft, ...payload } } : form,
    saving: (form): WebsiteForm => change(form, { saving: true }),
    saved: (form, { payload }: PayloadAction<Found>): WebsiteForm => (form.status === 'open' ? opened(payload) : form),
    saveFailed: (form): WebsiteForm => change(form, { saving: false }),
  },
  extraReducers: (builder) => builder.addCase(websiteOpened, (): WebsiteForm => ({ status: 'loading' })),
});

export const { websiteClosed, websiteLoaded, websiteFailed, draftChanged, saving, saved, saveFailed } = slice.actions;
export const website = slice.reducer;
