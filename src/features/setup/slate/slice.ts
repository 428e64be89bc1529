import { createAction } from '@reduxjs/toolkit';
import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';
import type { FoundSlate, SlateDraft } from './draft.ts';

export type SlateForm = Editor<string, FoundSlate, SlateDraft, Refusal, 'uploading'>;
export type OpenSlate = OpenEditor<string, FoundSlate, SlateDraft, Refusal, 'uploading'>;

export interface WithSlate {
  slate: SlateForm;
}

export const pictureChosen = createAction<File>('slate/pictureChosen');
/** A data URL, scaled down to the size that is sent. */
export const pictureRead = createAction<string>('slate/pictureRead');

export const slateEditor = createEditor<string, FoundSlate, SlateDraft, Refusal, 'uploading'>(
  'slate',
  (form, action) =>
    pictureRead.match(action)
      ? { ...form, draft: { ...form.draft, card: { ...form.draft.card, picture: action.payload } }, busy: null }
      : form,
);

export const {
  opened: slateOpened,
  closed: slateClosed,
  draftChanged: slateChanged,
  saveRequested: slateSaveRequested,
  faultsShown: slateFaultsShown,
} = slateEditor.actions;
export const slate = slateEditor.reducer;
