import { createAction } from '@reduxjs/toolkit';
import { msg } from '../../i18n/msg.ts';
import type { ViewedChannel } from '../../viewer/channel.ts';
import { safeLink } from '../../viewer/markup.ts';
import { type PlayerSettings, parsePlayerSettings } from '../../viewer/player/settings.ts';
import { createEditor, type Editor, type OpenEditor } from '../editor.ts';
import type { Refusal } from '../pages/image.ts';

/** What can be set here; all other settings of the player are kept as they are. */
export type PlayerDraft = Pick<PlayerSettings, 'autoplay' | 'mute'> &
  Pick<PlayerSettings['logo'], 'image' | 'position' | 'link'>;

/** By channel; found is the channel as it was read, and what is refused is an upload. */
export type PlayerForm = Editor<string, ViewedChannel, PlayerDraft, Refusal, 'uploading'>;
export type OpenPlayerForm = OpenEditor<string, ViewedChannel, PlayerDraft, Refusal, 'uploading'>;

export interface WithPlayerForm {
  playerForm: PlayerForm;
}

export const draftOf = ({ autoplay, mute, logo: { image, position, link } }: PlayerSettings): PlayerDraft => ({
  autoplay,
  mute,
  image,
  position,
  link,
});

/** What is stored now, with what was set here over it. */
export function settingsWith(stored: unknown, { autoplay, mute, image, position, link }: PlayerDraft): PlayerSettings {
  const settings = parsePlayerSettings(stored);
  return { ...settings, autoplay, mute, logo: { ...settings.logo, image, position, link: link.trim() } };
}

/** What is wrong, by the name of the field. */
export function faultsOf({ image, link }: PlayerDraft): Partial<Record<'image' | 'link', string>> {
  const isWebsite = /^https?:/i.test(link.trim()) && safeLink(link) !== '';
  return {
    ...(image.trim() !== '' && safeLink(image) === ''
      ? { image: msg('Not a valid image address. It must start with https:// or a slash (/).') }
      : {}),
    ...(link.trim() !== '' && !isWebsite ? { link: msg('Not a valid web address. It must start with https://.') } : {}),
  };
}

export const logoPicked = createAction<File>('playerForm/logoPicked');
export const logoUploaded = createAction<string>('playerForm/logoUploaded');

export const playerEditor = createEditor<string, ViewedChannel, PlayerDraft, Refusal, 'uploading'>(
  'playerForm',
  (form, action) => {
    if (logoPicked.match(action)) return { ...form, busy: 'uploading', refused: null };
    if (logoUploaded.match(action)) return { ...form, draft: { ...form.draft, image: action.payload }, busy: null };
    return form;
  },
);

export const {
  opened: playerOpened,
  draftChanged: playerChanged,
  saveRequested: playerSaveRequested,
  saved: playerSaved,
  refused: logoRefused,
  faultsShown,
} = playerEditor.actions;
export const playerForm = playerEditor.reducer;

export const logoReset = () => playerChanged({ image: '', position: 'top-left', link: '' });
