import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import type { HeldChannel } from '../saveChannel/readChannel.ts';
import type { ChannelDraft } from './channelDraft.ts';

export type ChannelForm = Editor<string, HeldChannel, ChannelDraft, never, never>;
export type OpenChannelForm = OpenEditor<string, HeldChannel, ChannelDraft, never, never>;

export interface WithChannelSettings {
  channelSettings: ChannelForm;
}

export const channelEditor = createEditor<string, HeldChannel, ChannelDraft, never, never>('channelSettings');

export const {
  closed: channelFormClosed,
  opened: channelFormOpened,
  draftChanged: channelChanged,
  saveRequested: channelSaveRequested,
  saved: channelFormSaved,
  faultsShown: channelFaultsShown,
} = channelEditor.actions;
export const channelSettings = channelEditor.reducer;
