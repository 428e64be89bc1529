import { createAction } from '@reduxjs/toolkit';
import { msg } from '../../i18n/msg.ts';
import type { ViewedChannel } from '../../viewer/channel.ts';
import { safeLink } from '../../viewer/markup.ts';
import { type PlayerSettings, parsePlayerSettings } from '../../viewer/player/settings.ts';
import { createEditor, type Editor, type OpenEditor } from '../editor.ts';
import type { Refusal } from '../pages/image.ts';
import type { CheckedImage } from '../pages/upload.ts';

/** What can be set here; all other settings of the player are kept as they are. */
export type PlayerDraft = Pick<PlayerSettings, 'autoplay' | 'mute' | 'poster'> &
  Pick<PlayerSettings['logo'], 'image' | 'position' | 'link'> & {
    /** Picked, and on no disk before it is saved. */
    upload: CheckedImage | null;
  };

/** By channel; found is the channel as it was read, and what is refused is an upload. */
export type PlayerForm = Editor<string, ViewedChannel, PlayerDraft, Refusal, 'uploading'>;
export type OpenPlayerForm = OpenEditor<string, ViewedChannel, PlayerDraft, Refusal, 'uploading'>;

export interface WithPlayerForm {
  playerForm: PlayerForm;
}

export const draftOf = ({ autoplay, mute, poster, logo: { image, position, link } }: PlayerSettings): PlayerDraft => ({
  autoplay,
  mute,
  poster,
  image,
  position,
  link,
  upload: null,
});

/** What is stored now, with what was set here over it. */
export function settingsWith(
  stored: unknown,
  { autoplay, mute, poster, image, position, link }: Omit<PlayerDraft, 'upload'>,
): PlayerSettings {
  const settings = parsePlayerSettings(stored);
  return {
    ...settings,
    autoplay,
    mute,
    poster: poster.trim(),
    logo: { ...settings.logo, image, position, link: link.trim() },
  };
}

/** What is wrong, by the name of the field. */
export function faultsOf({ image, link, poster }: PlayerDraft): Partial<Record<'image' | 'link' | 'poster', string>> {
  const isWebsite = /^https?:/i.test(link.trim()) && safeLink(link) !== '';
  const noImage = msg('Not a valid image address. It must start with https:// or a slash (/).');
  return {
    ...(poster.trim() !== '' && safeLink(poster) === '' ? { poster: noImage } : {}),
    ...(image.trim() !== '' && safeLink(image) === '' ? { image: noImage } : {}),
    ...(link.trim() !== '' && !isWebsite ? { link: msg('Not a valid web address. It must start with https://.') } : {}),
  };
}

export const logoPicked = createAction<File>('playerForm/logoPicked');
export const logoChecked = createAction<CheckedImage>('playerForm/logoChecked');

export const playerEditor = createEditor<string, ViewedChannel, PlayerDraft, Refusal, 'uploading'>(
  'playerForm',
  (form, action) => {
    if (logoPicked.match(action)) return { ...form, busy: 'uploading', refused: null };
    if (logoChecked.match(action)) {
      const upload = action.payload;
      return { ...form, draft: { ...form.draft, image: upload.path, upload }, busy: null };
    }
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

export const logoReset = () => playerChanged({ image: '', position: 'top-left', link: '', upload: null });

/** The picked image, while the logo still is that one. */
export const uploadOf = ({ image, upload }: PlayerDraft): CheckedImage | null =>
  upload?.path === image ? upload : null;
