import { createEditor, type Editor, type OpenEditor } from '../editor.ts';
import type { ChannelDraft, FoundChannel } from './decide.ts';

/** By channel. */
export type ChannelForm = Editor<string, FoundChannel, ChannelDraft, never, never>;
export type OpenChannelForm = OpenEditor<string, FoundChannel, ChannelDraft, never, never>;

export interface WithChannelForm {
  channelForm: ChannelForm;
}

export const channelEditor = createEditor<string, FoundChannel, ChannelDraft, never, never>('channelForm');

export const {
  closed: channelFormClosed,
  opened: channelFormOpened,
  draftChanged: channelChanged,
  saveRequested: channelSaveRequested,
  saved: channelFormSaved,
  faultsShown,
} = channelEditor.actions;
export const channelForm = channelEditor.reducer;
