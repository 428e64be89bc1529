import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { msg } from '../../i18n/msg.ts';
import type { ViewedChannel } from '../../viewer/channel.ts';
import { safeLink } from '../../viewer/markup.ts';
import { type PlayerSettings, parsePlayerSettings } from '../../viewer/player/settings.ts';
import type { Refusal } from '../pages/image.ts';

/** What can be set here; all other settings of the player are kept as they are. */
export type PlayerDraft = Pick<PlayerSettings, 'autoplay' | 'mute'> &
  Pick<PlayerSettings['logo'], 'image' | 'position' | 'link'>;

export interface OpenPlayerForm {
  status: 'open';
  /** As it was read. */
  channel: ViewedChannel;
  saved: PlayerDraft;
  draft: PlayerDraft;
  /** Save was pressed: from then on what is wrong is marked. */
  tried: boolean;
  busy: 'saving' | 'uploading' | null;
  /** Why the last upload was not taken. */
  refused: Refusal | null;
}

export type PlayerForm =
  | { status: 'closed' }
  | { status: 'loading'; id: string }
  /** It could not be loaded; why. */
  | { status: 'failed'; id: string; reason: string }
  | OpenPlayerForm;

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

export const isChanged = ({ draft, saved }: OpenPlayerForm) => JSON.stringify(draft) !== JSON.stringify(saved);

export const playerSaveRequested = createAction('playerForm/saveRequested');

const when = (form: PlayerForm, changed: Partial<OpenPlayerForm>): PlayerForm =>
  form.status === 'open' ? { ...form, ...changed } : form;

const slice = createSlice({
  name: 'playerForm',
  initialState: { status: 'closed' } as PlayerForm,
  reducers: {
    playerOpened: (_, { payload: id }: PayloadAction<string>): PlayerForm => ({ status: 'loading', id }),
    playerClosed: (): PlayerForm => ({ status: 'closed' }),
    playerLoaded: (form, { payload: channel }: PayloadAction<ViewedChannel>): PlayerForm => {
      if (form.status !== 'loading' || form.id !== channel.id) return form;
      const draft = draftOf(channel.player);
      return { status: 'open', channel, draft, saved: draft, tried: false, busy: null, refused: null };
    },
    playerFailed: (form, { payload: reason }: PayloadAction<string>): PlayerForm =>
      form.status === 'loading' ? { status: 'failed', id: form.id, reason } : form,
    playerChanged: (form, { payload }: PayloadAction<Partial<PlayerDraft>>): PlayerForm =>
      form.status === 'open' ? { ...form, draft: { ...form.draft, ...payload }, refused: null } : form,
    logoPicked: (form, _: PayloadAction<File>): PlayerForm => when(form, { busy: 'uploading', refused: null }),
    logoUploaded: (form, { payload: image }: PayloadAction<string>): PlayerForm =>
      form.status === 'open' ? { ...form, draft: { ...form.draft, image }, busy: null } : form,
    logoRefused: (form, { payload: refused }: PayloadAction<Refusal>): PlayerForm =>
      when(form, { busy: null, refused }),
    logoReset: (form): PlayerForm =>
      form.status === 'open'
        ? { ...form, draft: { ...form.draft, image: '', position: 'top-left', link: '' }, refused: null }
        : form,
    faultsShown: (form): PlayerForm => when(form, { tried: true }),
    saving: (form): PlayerForm => when(form, { tried: true, busy: 'saving' }),
    saved: (form): PlayerForm => (form.status === 'open' ? { ...form, saved: form.draft, busy: null } : form),
    saveFailed: (form): PlayerForm => when(form, { busy: null }),
  },
});

export const {
  playerOpened,
  playerClosed,
  playerLoaded,
  playerFailed,
  playerChanged,
  logoPicked,
  logoUploaded,
  logoRefused,
  logoReset,
  faultsShown,
  saving,
  saved,
  saveFailed,
} = slice.actions;
export const playerForm = slice.reducer;
