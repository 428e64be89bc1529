import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Settings } from '../../media/profile.ts';
import { parseWebsiteSettings } from '../../viewer/website/settings.ts';

/** What the general tab edits, under the keys that are stored. */
export interface Draft {
  playersite: boolean;
  channelid: string;
  title: string;
  share: boolean;
  support: boolean;
}

export type WebsiteForm =
  | { at: 'closed' }
  | { at: 'loading' }
  /** It could not be loaded; why. */
  | { at: 'failed'; reason: string }
  | {
      at: 'open';
      /** As the core keeps it, with what this version does not know; empty: nobody saved it yet. */
      stored: Settings;
      draft: Draft;
      /** The form as it was saved last. */
      saved: Draft;
      /** index.html is on the disk of the core. */
      published: boolean;
      saving: boolean;
    };

export type OpenWebsite = Extract<WebsiteForm, { at: 'open' }>;

export interface WithWebsite {
  website: WebsiteForm;
}

export const websiteOpened = createAction('website/opened');
export const websiteSaveRequested = createAction('website/saveRequested');

function draftOf(stored: Settings): Draft {
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
  return { at: 'open', stored, published, draft, saved: draft, saving: false };
};

const change = (form: WebsiteForm, changed: Partial<OpenWebsite>): WebsiteForm =>
  form.at === 'open' ? { ...form, ...changed } : form;

const slice = createSlice({
  name: 'website',
  initialState: { at: 'closed' } as WebsiteForm,
  reducers: {
    websiteClosed: (): WebsiteForm => ({ at: 'closed' }),
    websiteLoaded: (form, { payload }: PayloadAction<Found>): WebsiteForm =>
      form.at === 'loading' ? opened(payload) : form,
    websiteFailed: (form, { payload: reason }: PayloadAction<string>): WebsiteForm =>
      form.at === 'loading' ? { at: 'failed', reason } : form,
    draftChanged: (form, { payload }: PayloadAction<Partial<Draft>>): WebsiteForm =>
      form.at === 'open' ? { ...form, draft: { ...form.draft, ...payload } } : form,
    saving: (form): WebsiteForm => change(form, { saving: true }),
    saved: (form, { payload }: PayloadAction<Found>): WebsiteForm => (form.at === 'open' ? opened(payload) : form),
    saveFailed: (form): WebsiteForm => change(form, { saving: false }),
  },
  extraReducers: (builder) => builder.addCase(websiteOpened, (): WebsiteForm => ({ at: 'loading' })),
});

export const { websiteClosed, websiteLoaded, websiteFailed, draftChanged, saving, saved, saveFailed } = slice.actions;
export const website = slice.reducer;
