import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CoderSettings } from '../../media/encoding/profile.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import type { CoderChange } from '../coder/coding.ts';
import type { EditConflict, Others } from '../editor/editor.ts';
import { filePrepared, isFor, withFile } from '../mediaFile/slice.ts';
import type { ProbedDraft } from '../source/decide.ts';
import type { AlternativeProgress, WorkingAlternative } from '../source/draft.ts';
import type { ProbePicture } from '../streamInspector/probePicture.ts';
import { type AudioChoice, keptOver, newDraft, type WizardDraft, type WizardEntries, withTile } from './draft.ts';
import { before, earlier, type StepName, type WizardStep } from './stepOrder.ts';

export type Wizard =
  | { open: false }
  | {
      open: true;
      draft: WizardDraft;
      at: WizardStep;
      others: Others<WizardDraft, WizardEntries>;
      /** Keys of streams that arrive, and that no channel waits for. */
      strangers?: readonly string[];
      /** What the source looks like that a probe has found. */
      picture?: ProbePicture;
    };

const NONE = { status: 'none' } as const;

export interface WithWizard {
  wizard: Wizard;
}

export const wizardOpened = createAction<{ channel: string; name: string }>('wizard/opened');
/** What the channel is could not be read; once more. */
export const recallRequested = createAction<{ channel: string; name: string }>('wizard/recallRequested');
export const videoProbeRequested = createAction('wizard/videoProbeRequested');
/** The settings stand; whether they have to be probed is decided by what is known. */
export const videoSettingsAccepted = createAction('wizard/videoSettingsAccepted');
/** What worked in another way is used. */
export const wayAccepted = createAction<{ type: MediaType; worked: WorkingAlternative }>('wizard/wayAccepted');
export const coderChanged = createAction<CoderChange>('wizard/coderChanged');
export const audioChosen = createAction<AudioChoice>('wizard/audioChosen');
export const videoAccepted = createAction('wizard/videoAccepted');
export const audioAccepted = createAction('wizard/audioAccepted');
export const saveRequested = createAction('wizard/saveRequested');
export const abortConfirmed = createAction('wizard/abortConfirmed');

/** From one of these steps to another place; from everywhere else an action that comes late moves nothing. */
const move = (wizard: Wizard, from: readonly StepName[], at: WizardStep, draft?: WizardDraft): Wizard =>
  wizard.open && from.includes(wizard.at.step) ? { ...wizard, draft: draft ?? wizard.draft, at } : wizard;

const change = (wizard: Wizard, changed: (draft: WizardDraft) => WizardDraft): Wizard =>
  wizard.open ? { ...wizard, draft: changed(wizard.draft) } : wizard;

const slice = createSlice({
  name: 'wizard',
  initialState: { open: false } as Wizard,
  reducers: {
    wizardClosed: (): Wizard => ({ open: false }),
    /** What the channel is could not be read, and is asked for once more. */
    recalling: (wizard): Wizard => move(wizard, ['unread'], { step: 'recalling' }),
    /** null: there is nothing yet that it could be. */
    recalled: (wizard, { payload: draft }: PayloadAction<WizardDraft | null>): Wizard =>
      wizard.open && draft && draft.channel !== wizard.draft.channel
        ? wizard
        : move(wizard, ['recalling'], { step: 'type' }, draft ?? undefined),
    recallFailed: (wizard, { payload: message }: PayloadAction<string>): Wizard =>
      move(wizard, ['recalling'], { step: 'unread', message }),
    tileChosen: (wizard, { payload: tile }: PayloadAction<string>): Wizard =>
      move(
        change(wizard, (draft) => withTile(draft, tile)),
        ['type'],
        { step: 'videoSettings', failure: null },
      ),
    strangersHeard: (wizard, { payload: strangers }: PayloadAction<readonly string[]>): Wizard =>
      wizard.open ? { ...wizard, strangers } : wizard,
    pictureSeen: (wizard, { payload: picture }: PayloadAction<ProbePicture>): Wizard =>
      wizard.open ? { ...wizard, picture } : wizard,
    videoSettingsChanged: (wizard, { payload: settings }: PayloadAction<CoderSettings>): Wizard =>
      change(wizard, (draft) => ({ ...draft, video: { ...draft.video, settings } })),
    /** It did not answer as it is set: another way is tried. */
    wayTried: (wizard, { payload: trying }: PayloadAction<AlternativeProgress>): Wizard =>
      wizard.open && (wizard.at.step === 'videoProbe' || wizard.at.step === 'audioProbe')
        ? { ...wizard, at: { ...wizard.at, trying } }
        : wizard,
    videoProbed: (wizard, { payload: { draft, failure } }: PayloadAction<ProbedDraft<WizardDraft>>): Wizard =>
      move(wizard, ['videoProbe'], failure ? { step: 'videoSettings', failure } : { step: 'videoResult' }, draft),
    /** The source is used without a probe: as it is stored, or as what it contains was told. */
    videoKept: (wizard, { payload: { draft, failure } }: PayloadAction<ProbedDraft<WizardDraft>>): Wizard =>
      move(wizard, ['videoSettings'], failure ? { step: 'videoSettings', failure } : { step: 'videoResult' }, draft),
    recoded: (wizard, { payload: draft }: PayloadAction<WizardDraft>): Wizard => change(wizard, () => draft),
    videoSettled: (wizard, { payload: draft }: PayloadAction<WizardDraft>): Wizard =>
      move(wizard, ['videoResult'], { step: 'audioSettings', failure: null }, draft),
    audioSettingsChanged: (wizard, { payload: settings }: PayloadAction<CoderSettings>): Wizard =>
      change(wizard, (draft) => ({ ...draft, audio: { ...draft.audio, settings } })),
    audioProbing: (wizard): Wizard => move(wizard, ['audioSettings'], { step: 'audioProbe' }),
    audioSettled: (wizard, { payload: { draft, failure } }: PayloadAction<ProbedDraft<WizardDraft>>): Wizard =>
      move(
        wizard,
        ['audioProbe', 'audioSettings'],
        failure ? { step: 'audioSettings', failure } : { step: 'meta' },
        draft,
      ),
    metaChanged: (wizard, { payload: meta }: PayloadAction<WizardDraft['meta']>): Wizard =>
      change(wizard, (draft) => ({ ...draft, meta })),
    metaAccepted: (wizard): Wizard => move(wizard, ['meta'], { step: 'license' }),
    licenseChosen: (wizard, { payload: license }: PayloadAction<string>): Wizard =>
      change(wizard, (draft) => ({ ...draft, license })),
    saved: (wizard): Wizard => move(wizard, ['saving'], { step: 'done' }),
    saveFailed: (wizard, { payload: message }: PayloadAction<string>): Wizard =>
      move(wizard, ['saving'], { step: 'error', message }),
    /** The save has found that others were faster, and waits for an answer. */
    overtaken: (wizard, { payload: others }: PayloadAction<EditConflict<WizardDraft, WizardEntries>>): Wizard =>
      wizard.open && wizard.at.step === 'saving' ? { ...wizard, at: { step: 'license' }, others } : wizard,
    mineKept: (wizard): Wizard =>
      wizard.open && wizard.others.status === 'changed'
        ? { ...wizard, draft: keptOver(wizard.others.found, wizard.draft), others: NONE }
        : wizard,
    theirsTaken: (wizard): Wizard =>
      wizard.open && wizard.others.status === 'changed'
        ? { ...wizard, draft: wizard.others.found, others: NONE }
        : wizard,
    leftOpen: (wizard): Wizard => (wizard.open ? { ...wizard, others: NONE } : wizard),
    steppedBack: (wizard): Wizard => {
      const place = wizard.open ? before(wizard.at) : null;
      return wizard.open && place ? { ...wizard, at: place } : wizard;
    },
    /** The browser's Back, by the address it came to; a step that was not reached yet cannot be jumped to. */
    steppedTo: (wizard, { payload: segment }: PayloadAction<string>): Wizard => {
      const place = wizard.open ? earlier(wizard.at, segment) : null;
      return wizard.open && place ? { ...wizard, at: place } : wizard;
    },
    /** After a failed save: from the beginning, with everything that was entered. */
    startedOver: (wizard): Wizard => move(wizard, ['error'], { step: 'type' }),
    /** A probe ends with the question, so declining leads to the settings of what was probed. */
    abortAsked: (wizard): Wizard => {
      if (!wizard.open || ['abort', 'saving', 'done'].includes(wizard.at.step)) return wizard;
      const probing = wizard.at.step === 'videoProbe' || wizard.at.step === 'audioProbe';
      const from = (probing && before(wizard.at)) || wizard.at;
      return { ...wizard, at: { step: 'abort', from, deleting: false } };
    },
    abortDeclined: (wizard): Wizard =>
      wizard.open && wizard.at.step === 'abort' ? { ...wizard, at: wizard.at.from } : wizard,
    abortFailed: (wizard): Wizard => deleting(wizard, false),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        wizardOpened,
        (_, { payload: { channel, name } }): Wizard => ({
          open: true,
          draft: newDraft(channel, name),
          at: { step: 'recalling' },
          others: NONE,
        }),
      )
      .addCase(
        filePrepared,
        (wizard, { payload }): Wizard =>
          wizard.open && isFor(payload, wizard.draft.channel, wizard.draft)
            ? { ...wizard, draft: withFile(wizard.draft, payload) }
            : wizard,
      )
      .addCase(videoProbeRequested, (wizard): Wizard => move(wizard, ['videoSettings'], { step: 'videoProbe' }))
      .addCase(saveRequested, (wizard): Wizard => move(wizard, ['license'], { step: 'saving' }))
      .addCase(abortConfirmed, (wizard): Wizard => deleting(wizard, true)),
});

const deleting = (wizard: Wizard, underWay: boolean): Wizard =>
  wizard.open && wizard.at.step === 'abort' ? { ...wizard, at: { ...wizard.at, deleting: underWay } } : wizard;

export const {
  overtaken,
  mineKept,
  theirsTaken,
  leftOpen,
  wizardClosed,
  recalling,
  recalled,
  recallFailed,
  tileChosen,
  videoSettingsChanged,
  videoProbed,
  videoKept,
  recoded,
  videoSettled,
  audioSettingsChanged,
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
  strangersHeard,
  pictureSeen,
  wayTried,
  abortAsked,
  abortDeclined,
  abortFailed,
} = slice.actions;
export const wizard = slice.reducer;
