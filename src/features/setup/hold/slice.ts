import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HoldStatus } from '../../../media/hold/holdStatus.ts';
import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';
import { type AgentSight, NOT_SEEN, nextAgentSight } from './agentSight.ts';
import type { FoundHold, HoldDraft } from './draft.ts';

export type HoldForm = Editor<string, FoundHold, HoldDraft, Refusal, 'uploading'>;
export type OpenHold = OpenEditor<string, FoundHold, HoldDraft, Refusal, 'uploading'>;

export interface WithHoldForm {
  holdForm: HoldForm;
  holdAgent: AgentSight;
}

export const pictureChosen = createAction<File>('holdForm/pictureChosen');
/** A data URL, not larger than it is sent. */
export const pictureRead = createAction<string>('holdForm/pictureRead');

export const holdEditor = createEditor<string, FoundHold, HoldDraft, Refusal, 'uploading'>(
  'holdForm',
  (form, action) =>
    pictureRead.match(action)
      ? { ...form, draft: { ...form.draft, card: { ...form.draft.card, picture: action.payload } }, busy: null }
      : form,
);

export const {
  opened: holdOpened,
  closed: holdClosed,
  draftChanged: holdChanged,
  saveRequested: holdSaveRequested,
  faultsShown: holdFaultsShown,
} = holdEditor.actions;
export const holdForm = holdEditor.reducer;

const agent = createSlice({
  name: 'holdAgent',
  initialState: NOT_SEEN as AgentSight,
  reducers: {
    /** status null: there is no file; at: by the monotonic clock, in ms */
    statusRead: (sight, { payload }: PayloadAction<{ status: HoldStatus | null; at: number }>) =>
      nextAgentSight(sight, payload),
  },
  extraReducers: (builder) => builder.addCase(holdOpened, () => NOT_SEEN),
});

export const { statusRead } = agent.actions;
export const holdAgent = agent.reducer;
