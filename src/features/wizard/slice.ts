import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { tileOf } from '../../catalog/tiles.ts';
import { emptySource, type Settings, type Source } from '../../media/profile.ts';
import type { Probed, VideoChange } from './decide.ts';
import { type AudioChoice, audioChoiceOf, type Draft, freshDraft, type Place, type Step, withAudio } from './draft.ts';

export type Wizard = { open: false } | { open: true; draft: Draft; at: Place };

export interface WithWizard {
  wizard: Wizard;
}

export const wizardOpened = createAction<{ channel: string; name: string }>('wizard/opened');
export const videoProbeRequested = createAction('wizard/videoProbeRequested');
export const videoChanged = createAction<VideoChange>('wizard/videoChanged');
export const videoAccepted = createAction('wizard/videoAccepted');
export const audioAccepted = createAction('wizard/audioAccepted');
export const saveRequested = createAction('wizard/saveRequested');
export const abortConfirmed = createAction('wizard/abortConfirmed');

/** The steps that stay, in order. */
const PLACES: readonly Place[] = [
  { step: 'type' },
  { step: 'videoSettings', failure: null },
  { step: 'videoResult' },
  { step: 'audioSettings', failure: null },
  { step: 'meta' },
  { step: 'license' },
];

/** Steps that pass, by the step that Back leads to from them. */
const PASSING: Partial<Record<Step, Step>> = {
  videoProbe: 'videoSettings',
  audioProbe: 'audioSettings',
  error: 'license',
};

const positionOf = (step: Step) => PLACES.findIndex((place) => place.step === step);

/** Where Back leads; null where there is no way back. */
export function before({ step }: Place): Place | null {
  const passing = PASSING[step];
  return PLACES[passing ? positionOf(passing) : positionOf(step) - 1] ?? null;
}

/** A step that was already passed: the browser's Back asks for these. null for all others. */
export function earlier(at: Place, step: Step): Place | null {
  const there = positionOf(step);
  return positionOf(at.step) > there ? (PLACES[there] ?? null) : null;
}

const slice = createSlice({
  name: 'wizard',
  initialState: { open: false } as Wizard,
  reducers: {
    wizardClosed: (): Wizard => ({ open: false }),
    tileChosen: (wizard, { payload: tile }: PayloadAction<string>): Wizard => {
      const chosen = tileOf(tile);
      if (!wizard.open || !chosen) return wizard;
      const video: Source = { ...emptySource(), type: chosen.source, settings: chosen.forces };
      return { ...wizard, draft: { ...wizard.draft, tile, video }, at: { step: 'videoSettings', failure: null } };
    },
    videoSettingsChanged: (wizard, { payload: settings }: PayloadAction<Settings>): Wizard =>
      change(wizard, (draft) => ({ ...draft, video: { ...draft.video, settings } })),
    videoProbed: (wizard, { payload: { draft, failure } }: PayloadAction<Probed>): Wizard =>
      wizard.open && wizard.at.step === 'videoProbe'
        ? { ...wizard, draft, at: failure ? { step: 'videoSettings', failure } : { step: 'videoResult' } }
        : wizard,
    videoRecoded: (wizard, { payload: draft }: PayloadAction<Draft>): Wizard => change(wizard, () => draft),
    videoSettled: (wizard, { payload: draft }: PayloadAction<Draft>): Wizard =>
      wizard.open ? { ...wizard, draft, at: { step: 'audioSettings', failure: null } } : wizard,
    audioChosen: (wizard, { payload: choice }: PayloadAction<AudioChoice>): Wizard =>
      change(wizard, (draft) => (audioChoiceOf(draft) === choice ? draft : withAudio(draft, choice))),
    audioSettingsChanged: (wizard, { payload: settings }: PayloadAction<Settings>): Wizard =>
      change(wizard, (draft) => ({ ...draft, audio: { ...draft.audio, settings } })),
    audioStreamChosen: (wizard, { payload: stream }: PayloadAction<number>): Wizard =>
      change(wizard, (draft) => ({
        ...draft,
        profile: {
          ...draft.profile,
          audio: { ...draft.profile.audio, stream },
          custom: { selected: false, stream },
        },
      })),
    audioProbing: (wizard): Wizard => (wizard.open ? { ...wizard, at: { step: 'audioProbe' } } : wizard),
    audioSettled: (wizard, { payload: { draft, failure } }: PayloadAction<Probed>): Wizard =>
      wizard.open && (wizard.at.step === 'audioProbe' || wizard.at.step === 'audioSettings')
        ? { ...wizard, draft, at: failure ? { step: 'audioSettings', failure } : { step: 'meta' } }
        : wizard,
    metaChanged: (wizard, { payload: meta }: PayloadAction<Draft['meta']>): Wizard =>
      change(wizard, (draft) => ({ ...draft, meta })),
    metaAccepted: (wizard): Wizard => (wizard.open ? { ...wizard, at: { step: 'license' } } : wizard),
    licenseChosen: (wizard, { payload: license }: PayloadAction<string>): Wizard =>
      change(wizard, (draft) => ({ ...draft, license })),
    saved: (wizard): Wizard => (wizard.open ? { ...wizard, at: { step: 'done' } } : wizard),
    saveFailed: (wizard, { payload: message }: PayloadAction<string>): Wizard =>
      wizard.open ? { ...wizard, at: { step: 'error', message } } : wizard,
    steppedBack: (wizard): Wizard => {
      const place = wizard.open ? before(wizard.at) : null;
      return wizard.open && place ? { ...wizard, at: place } : wizard;
    },
    /** The browser's Back and Forward; a step that was not reached yet cannot be jumped to. */
    steppedTo: (wizard, { payload: step }: PayloadAction<Step>): Wizard => {
      const place = wizard.open ? earlier(wizard.at, step) : null;
      return wizard.open && place ? { ...wizard, at: place } : wizard;
    },
    startedOver: (wizard): Wizard => (wizard.open ? { ...wizard, at: { step: 'type' } } : wizard),
    abortAsked: (wizard): Wizard =>
      wizard.open && wizard.at.step !== 'abort' ? { ...wizard, at: { step: 'abort', from: wizard.at } } : wizard,
    abortDeclined: (wizard): Wizard =>
      wizard.open && wizard.at.step === 'abort' ? { ...wizard, at: wizard.at.from } : wizard,
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        wizardOpened,
        (_, { payload: { channel, name } }): Wizard => ({
          open: true,
          draft: freshDraft(channel, name),
          at: { step: 'type' },
        }),
      )
      .addCase(
        videoProbeRequested,
        (wizard): Wizard => (wizard.open ? { ...wizard, at: { step: 'videoProbe' } } : wizard),
      )
      .addCase(saveRequested, (wizard): Wizard => (wizard.open ? { ...wizard, at: { step: 'saving' } } : wizard)),
});

const change = (wizard: Wizard, changed: (draft: Draft) => Draft): Wizard =>
  wizard.open ? { ...wizard, draft: changed(wizard.draft) } : wizard;

export const {
  wizardClosed,
  tileChosen,
  videoSettingsChanged,
  videoProbed,
  videoRecoded,
  videoSettled,
  audioChosen,
  audioSettingsChanged,
  audioStreamChosen,
  audioProbing,
  audioSettled,
  metaChanged,
  metaAccepted,
  licenseChosen,
  saved,
  saveFailed,
  steppedBack,
  steppedTo,
  startedOver,
  abortAsked,
  abortDeclined,
} = slice.actions;
export const wizard = slice.reducer;
