import { createAction } from '@reduxjs/toolkit';
import type { Files } from '../../../api/answers/files.ts';
import type { Analytics } from '../../../viewer/analytics.ts';
import type { ChannelForViewers } from '../../../viewer/player/channelForViewers.ts';
import type { PlayerSettings } from '../../../viewer/player/settings.ts';
import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';
import type { CheckedImage } from '../image/uploadImage.ts';

export type PlayerImage = 'logo' | 'poster';

export type PlayerDraft = Pick<
  PlayerSettings,
  | 'player'
  | 'autoplay'
  | 'mute'
  | 'share'
  | 'statistics'
  | 'chromecast'
  | 'airplay'
  | 'poster'
  | 'startsAt'
  | 'delivery'
> & {
  color: { seekbar: string; buttons: string };
  ga: Analytics;
  logo: Pick<PlayerSettings['logo'], 'image' | 'position' | 'link'>;
  /** If false, the snapshot is used, and `poster` is only remembered until the form is closed. */
  ownPoster: boolean;
  /** Picked images, written on save. */
  uploads: Readonly<Record<PlayerImage, CheckedImage | null>>;
};

interface RefusedImage {
  image: PlayerImage;
  refusal: Refusal;
}

export interface FoundPlayer extends ChannelForViewers {
  images: Files;
}

export type PlayerForm = Editor<string, FoundPlayer, PlayerDraft, RefusedImage, 'uploading'>;
export type OpenPlayerForm = OpenEditor<string, FoundPlayer, PlayerDraft, RefusedImage, 'uploading'>;

export interface WithPlayer {
  player: PlayerForm;
}

export const playerImagePicked = createAction<{ image: PlayerImage; file: File }>('player/imagePicked');
export const playerImageChecked = createAction<{ image: PlayerImage; upload: CheckedImage }>('player/imageChecked');

const withImage = (draft: PlayerDraft, image: PlayerImage, path: string): PlayerDraft =>
  image === 'logo' ? { ...draft, logo: { ...draft.logo, image: path } } : { ...draft, poster: path, ownPoster: true };

export const playerEditor = createEditor<string, FoundPlayer, PlayerDraft, RefusedImage, 'uploading'>(
  'player',
  (form, action) => {
    if (playerImageChecked.match(action)) {
      const { image, upload } = action.payload;
      const draft = withImage(form.draft, image, upload.path);
      return { ...form, draft: { ...draft, uploads: { ...draft.uploads, [image]: upload } }, busy: null };
    }
    return form;
  },
);

export const {
  opened: playerOpened,
  draftChanged: playerChanged,
  saveRequested: playerSaveRequested,
  saved: playerSaved,
  refused: imageRefused,
  faultsShown: playerFaultsShown,
} = playerEditor.actions;
export const player = playerEditor.reducer;
