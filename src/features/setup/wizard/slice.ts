import { createAction, createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { CoderSettings } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import type { ProbePicture } from '../../live/streamInspector/captureProbePicture.ts';
import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import type { CoderChange } from '../coder/streamCoding.ts';
import { filePrepared, isFor, withFile } from '../mediaFile/slice.ts';
import type { ProbedDraft } from '../source/applyProbe.ts';
import { type AlternativeProgress, storedSources, type WorkingAlternative } from '../source/draft.ts';
import type { ArrivalFault, PictureKind } from './arrival.ts';
import {
  type AudioChoice,
  entriesOf,
  rebaseEntries,
  type StoredChannel,
  type WizardDraft,
  type WizardEntries,
  withTile,
} from './draft.ts';
import { before, earlier, type StepName, type WizardStep } from './stepOrder.ts';

export interface WizardTarget {
  channel: string;
  /** Used until the channel has a stored name. */
  name: string;
}

type WizardForm = Editor<WizardTarget, StoredChannel, WizardEntries, string, never>;
type OpenForm = OpenEditor<WizardTarget, StoredChannel, WizardEntries, string, never>;

/** The common state of an editor, plus the current step. */
export interface OpenWizard extends OpenForm {
  at: WizardStep;
  tile: string;
  audioChosen: boolean;
  /** Stream keys in use that no channel expects. */
  strangers?: readonly string[];
  picture?: ProbePicture;
  arrival?: ArrivalFault | null;
}

export type Wizard = Exclude<WizardForm, { status: 'open' }> | OpenWizard;

export interface WithWizard {
  wizard: Wizard;
}

export const wizardEditor = createEditor<WizardTarget, StoredChannel, WizardEntries, string>(
  'wizard',
  undefined,
  rebaseEntries,
);
export const {
  opened: wizardOpened,
  closed: wizardClosed,
  draftChanged: wizardChanged,
  saveRequested,
} = wizardEditor.actions;

export const videoProbeRequested = createAction('wizard/videoProbeRequested');
/** The next step depends on whether the settings need a probe. */
export const videoSettingsAccepted = createAction('wizard/videoSettingsAccepted');
export const wayAccepted = createAction<{ type: MediaType; worked: WorkingAlternative }>('wizard/wayAccepted');
export const coderChanged = createAction<CoderChange>('wizard/coderChanged');
export const pictureWanted = createAction<PictureKind>('wizard/pictureWanted');
export const audioChosen = createAction<AudioChoice>('wizard/audioChosen');
export const videoAccepted = createAction('wizard/videoAccepted');
export const audioAccepted = createAction('wizard/audioAccepted');
export const abortConfirmed = createAction('wizard/abortConfirmed');

export function wizardDraftOf({ target, found, draft, stored, tile, audioChosen }: OpenWizard): WizardDraft {
  const { meta, license } = stored;
  const before = found.held && storedSources(found.held.metadata);
  return { channel: target.channel, ...found, ...draft, tile, audioChosen, before, info: { meta, license } };
}

/** A failed save replaces the step until the operator dismisses it. */
export const showsFailedSave = ({ at, refused }: Pick<OpenWizard, 'at' | 'refused'>): boolean =>
  at.step === 'license' && refused !== null;

const withDraft = (wizard: OpenWizard, changed: WizardDraft): OpenWizard => ({
  ...wizard,
  draft: entriesOf(changed),
  tile: changed.tile,
  audioChosen: changed.audioChosen,
});

const change = (wizard: Wizard, changed: (draft: WizardDraft) => WizardDraft): Wizard =>
  wizard.status === 'open' ? withDraft(wizard, changed(wizardDraftOf(wizard))) : wizard;

/** Returns null if the wizard is closed, saving or done. */
const movable = (wizard: Wizard): OpenWizard | null =>
  wizard.status === 'open' && wizard.busy === null && wizard.at.step !== 'done' ? wizard : null;

/** Moves only from the listed steps, so that late actions have no effect. */
function move(wizard: Wizard, from: readonly StepName[], at: WizardStep, draft?: WizardDraft): Wizard {
  const open = movable(wizard);
  if (!open || !from.includes(open.at.step)) return wizard;
  return { ...(draft ? withDraft(open, draft) : open), at };
}

const stepTo = (wizard: OpenWizard, at: WizardStep | null): OpenWizard =>
  at ? { ...wizard, at, refused: null } : wizard;

const slice = createSlice({
  name: 'wizard',
  initialState: { status: 'closed' } as Wizard,
  reducers: {
    tileChosen: (wizard, { payload: tile }: PayloadAction<string>): Wizard =>
      move(
        change(wizard, (draft) => withTile(draft, tile)),
        ['type'],
        { step: 'videoSettings', failure: null },
      ),
    strangersHeard: (wizard, { payload: strangers }: PayloadAction<readonly string[]>): Wizard =>
      wizard.status === 'open' ? { ...wizard, strangers } : wizard,
    arrivalJudged: (wizard, { payload: arrival }: PayloadAction<ArrivalFault | null>): Wizard =>
      wizard.status === 'open' ? { ...wizard, arrival } : wizard,
    pictureAdded: (wizard, { payload: draft }: PayloadAction<WizardDraft>): Wizard => {
      const moved = move(wizard, ['videoSettings'], { step: 'videoSettings', failure: null }, draft);
      return moved.status === 'open' ? { ...moved, arrival: null } : moved;
    },
    pictureSeen: (wizard, { payload: picture }: PayloadAction<ProbePicture>): Wizard =>
      wizard.status === 'open' ? { ...wizard, picture } : wizard,
    videoSettingsChanged: (wizard, { payload: settings }: PayloadAction<CoderSettings>): Wizard =>
      change(wizard, (draft) => ({ ...draft, video: { ...draft.video, settings } })),
    wayTried: (wizard, { payload: trying }: PayloadAction<AlternativeProgress>): Wizard =>
      wizard.status === 'open' && (wizard.at.step === 'videoProbe' || wizard.at.step === 'audioProbe')
        ? { ...wizard, at: { ...wizard.at, trying } }
        : wizard,
    videoProbed: (wizard, { payload: { draft, failure } }: PayloadAction<ProbedDraft<WizardDraft>>): Wizard =>
      move(wizard, ['videoProbe'], failure ? { step: 'videoSettings', failure } : { step: 'videoResult' }, draft),
    /** The source needs no probe: its streams are stored or were entered by hand. */
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
    metaAccepted: (wizard): Wizard => move(wizard, ['meta'], { step: 'license' }),
    steppedBack: (wizard): Wizard => {
      const open = movable(wizard);
      if (!open) return wizard;
      return stepTo(open, showsFailedSave(open) ? open.at : before(open.at));
    },
    /** Handles the browser's Back by address; later steps cannot be reached this way. */
    steppedTo: (wizard, { payload: segment }: PayloadAction<string>): Wizard => {
      const open = movable(wizard);
      return open ? stepTo(open, earlier(open.at, segment)) : wizard;
    },
    /** Returns to the first step after a failed save, with all entries. */
    startedOver: (wizard): Wizard =>
      wizard.status === 'open' && showsFailedSave(wizard) ? stepTo(wizard, { step: 'type' }) : wizard,
    /** The question cancels a probe, so declining leads to the settings before it. */
    abortAsked: (wizard): Wizard => {
      const open = movable(wizard);
      if (!open || open.at.step === 'abort') return wizard;
      const probing = open.at.step === 'videoProbe' || open.at.step === 'audioProbe';
      const from = (probing && before(open.at)) || open.at;
      return { ...open, at: { step: 'abort', from, deleting: false } };
    },
    abortDeclined: (wizard): Wizard =>
      wizard.status === 'open' && wizard.at.step === 'abort' ? { ...wizard, at: wizard.at.from } : wizard,
    abortFailed: (wizard): Wizard => deleting(wizard, false),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        filePrepared,
        (wizard, { payload }): Wizard =>
          wizard.status === 'open' && isFor(payload, wizard.target.channel, wizard.draft)
            ? { ...wizard, draft: withFile(wizard.draft, payload) }
            : wizard,
      )
      .addCase(videoProbeRequested, (wizard): Wizard => move(wizard, ['videoSettings'], { step: 'videoProbe' }))
      .addCase(abortConfirmed, (wizard): Wizard => deleting(wizard, true)),
});

const deleting = (wizard: Wizard, underWay: boolean): Wizard =>
  wizard.status === 'open' && wizard.at.step === 'abort'
    ? { ...wizard, at: { ...wizard.at, deleting: underWay } }
    : wizard;

export const {
  tileChosen,
  videoSettingsChanged,
  videoProbed,
  videoKept,
  recoded,
  videoSettled,
  audioSettingsChanged,
  audioProbing,
  audioSettled,
  metaAccepted,
  steppedBack,
  steppedTo,
  startedOver,
  strangersHeard,
  arrivalJudged,
  pictureAdded,
  pictureSeen,
  wayTried,
  abortAsked,
  abortDeclined,
  abortFailed,
} = slice.actions;

const { saved, tookTheirs } = wizardEditor.actions;

const storedChoices = ({ found: { held, storedTile } }: OpenForm) => ({
  tile: storedTile,
  audioChosen: held !== null && storedSources(held.metadata) !== null,
});

/** Runs the shared editor reducer and adapts the step. */
function withForm(state: Wizard, action: UnknownAction): Wizard {
  const form = wizardEditor.reducer(state, action);
  if (form.status !== 'open') return form;
  if (state.status !== 'open') return { ...form, ...storedChoices(form), at: { step: 'type' } };
  if (form === state) return state;
  const choices = tookTheirs.match(action) ? storedChoices(form) : {};
  return { ...state, ...form, ...choices, at: saved.match(action) ? { step: 'done' } : state.at };
}

export const wizard = (state: Wizard = { status: 'closed' }, action: UnknownAction): Wizard =>
  slice.reducer(withForm(state, action), action);
