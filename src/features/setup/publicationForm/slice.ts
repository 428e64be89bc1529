import { createAction } from '@reduxjs/toolkit';
import { publicationDeletionConfirmed, publicationDeletionFailed } from '../../live/publication/slice.ts';
import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import type { CoderChange } from '../coder/streamCoding.ts';
import type { FoundPublication, PublicationDraft } from '../egress/publicationDraft.ts';

/** The edited publication. `uuid` null: a new one, or a copy of `from`. */
export interface PublicationTarget {
  channel: string;
  service: string;
  uuid: string | null;
  from: string | null;
  /** Search text that led to a new publication: a name or an address. */
  typed?: string | undefined;
}

export type PublicationForm = Editor<PublicationTarget, FoundPublication, PublicationDraft, never, 'deleting'>;
export type OpenForm = OpenEditor<PublicationTarget, FoundPublication, PublicationDraft, never, 'deleting'>;

export interface WithPublicationForm {
  publicationForm: PublicationForm;
}

export const publicationCoderChanged = createAction<CoderChange>('publicationForm/coderChanged');

/** Rendition to pass on; null: its own encoding. */
export const renditionChosen = createAction<string | null>('publicationForm/renditionChosen');

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
