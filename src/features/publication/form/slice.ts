import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EgressMetadata, Meta } from '../../../media/metadata.ts';
import type { Stream } from '../../../media/streams.ts';
import { publicationDeleted, publicationDeletionConfirmed, publicationDeletionFailed } from '../list/slice.ts';
import type { CoderChange, PublicationDraft } from './decide.ts';

/** Which publication is edited. uuid null: a new one, a copy of `from` when there is one. */
export interface Target {
  channel: string;
  service: string;
  uuid: string | null;
  from: string | null;
}

/** What the channel gives to its publications. */
export interface ChannelContext {
  streams: Stream[];
  meta: Meta;
}

/** What the load found: the channel, the publication as stored (defaults for a new one), and the form made of it. */
export interface Loaded {
  target: Target;
  channel: ChannelContext;
  stored: EgressMetadata;
  draft: PublicationDraft;
}

export type PublicationForm =
  | { status: 'closed' }
  | { status: 'loading'; target: Target }
  /** It could not be loaded; why. */
  | { status: 'failed'; target: Target; reason: string }
  | (Loaded & {
      status: 'open';
      /** The form as it was saved last. */
      saved: PublicationDraft;
      /** Save was pressed: from then on what is wrong is marked. */
      tried: boolean;
      busy: 'saving' | 'deleting' | null;
    });

export type OpenForm = Extract<PublicationForm, { status: 'open' }>;

export interface WithPublicationForm {
  publicationForm: PublicationForm;
}

export const formOpened = createAction<Target>('publicationForm/opened');
export const saveRequested = createAction('publicationForm/saveRequested');
export const coderChanged = createAction<CoderChange>('publicationForm/coderChanged');

const change = (form: PublicationForm, changed: Partial<PublicationDraft>): PublicationForm =>
  form.status === 'open' ? { ...form, draft: { ...form.draft, ...changed } } : form;

const sameTarget = (a: Target, b: Target) =>
  a.channel === b.channel && a.service === b.service && a.uuid === b.uuid && a.from === b.from;

const slice = createSlice({
  name: 'publicationForm',
  initialState: { status: 'closed' } as PublicationForm,
  reducers: {
    formClosed: (): PublicationForm => ({ status: 'closed' }),
    formLoaded: (form, { payload }: PayloadAction<Loaded>): PublicationForm =>
      form.status === 'loading' && sameTarget(form.target, payload.target)
        ? { status: 'open', ...payload, saved: payload.draft, tried: false, busy: null }
        : form,
    formFailed: (form, { payload: reason }: PayloadAction<string>): PublicationForm =>
      form.status === 'loading' ? { status: 'failed', target: form.target, reason } : form,
    draftChanged: (form, { payload }: PayloadAction<Partial<PublicationDraft>>): PublicationForm =>
      change(form, payload),
    /** Save was pressed and found something. */
    faultsShown: (form): PublicationForm => (form.status === 'open' ? { ...form, tried: true } : form),
    saving: (form): PublicationForm => (form.status === 'open' ? { ...form, tried: true, busy: 'saving' } : form),
    saved: (form): PublicationForm => (form.status === 'open' ? { ...form, saved: form.draft, busy: null } : form),
    workFailed: (form): PublicationForm => (form.status === 'open' ? { ...form, busy: null } : form),
  },
  extraReducers: (builder) =>
    builder
      .addCase(formOpened, (_, { payload: target }): PublicationForm => ({ status: 'loading', target }))
      .addCase(publicationDeleted, (): PublicationForm => ({ status: 'closed' }))
      .addCase(
        publicationDeletionFailed,
        (form): PublicationForm => (form.status === 'open' ? { ...form, busy: null } : form),
      )
      .addCase(
        publicationDeletionConfirmed,
        (form): PublicationForm => (form.status === 'open' ? { ...form, busy: 'deleting' } : form),
      ),
});

export const { formClosed, formLoaded, formFailed, draftChanged, faultsShown, saving, saved, workFailed } =
  slice.actions;
export const publicationForm = slice.reducer;
