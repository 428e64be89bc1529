import { createAction } from '@reduxjs/toolkit';
import { publicationDeletionConfirmed, publicationDeletionFailed } from '../../live/publication/slice.ts';
import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import type { CoderChange } from '../coder/streamCoding.ts';
import type { FoundPublication, PublicationDraft } from '../egress/publicationDraft.ts';

/** Which publication is edited. uuid null: a new one, a copy of `from` when there is one. */
export interface PublicationTarget {
  channel: string;
  service: string;
  uuid: string | null;
  from: string | null;
  /** What was typed into the search that led to a new one: its name or its address. */
  typed?: string | undefined;
}

export type PublicationForm = Editor<PublicationTarget, FoundPublication, PublicationDraft, never, 'deleting'>;
export type OpenForm = OpenEditor<PublicationTarget, FoundPublication, PublicationDraft, never, 'deleting'>;

export interface WithPublicationForm {
  publicationForm: PublicationForm;
}

export const publicationCoderChanged = createAction<CoderChange>('publicationForm/coderChanged');

/** What it passes on; null: it is encoded on its own again. */
export const renditionChosen = createAction<string | null>('publicationForm/renditionChosen');

/** Saves a new one and starts it. */
export const saveAndStartRequested = createAction('publicationForm/saveAndStartRequested');

export const publicationEditor = createEditor<PublicationTarget, FoundPublication, PublicationDraft, never, 'deleting'>(
  'publicationForm',
  (form, action) => {
    if (publicationDeletionConfirmed.match(action)) return { ...form, busy: 'deleting' };
    return publicationDeletionFailed.match(action) ? { ...form, busy: null } : form;
  },
);

export const {
  opened: formOpened,
  closed: formClosed,
  draftChanged: publicationChanged,
  saveRequested: publicationSaveRequested,
  faultsShown: publicationFaultsShown,
  saved: publicationSaved,
} = publicationEditor.actions;
export const publicationForm = publicationEditor.reducer;
