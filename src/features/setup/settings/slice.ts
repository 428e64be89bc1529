import { createAction } from '@reduxjs/toolkit';
import type { ConfigAnswer } from '../../../api/answers/config.ts';
import type { InputValue } from '../../../catalog/form/fieldValues.ts';
import type { ServerErrors } from '../../../catalog/settingsTabs/assignRefusals.ts';
import type { SettingsDraft } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { createEditor, type Editor, type OpenEditor } from '../../shared/editor/createEditor.ts';
import { preferenceChosen } from '../../shared/preference/slice.ts';

export interface Problem {
  text: string;
  evidence: string | null;
  refused: ServerErrors;
}

export interface FoundSettings {
  /** As stored in the core; polled while the form is open. */
  answer: ConfigAnswer;
  expert: boolean;
  /** Whether this build has an address for release checks. */
  releases: boolean;
  /** Extensions of the core beyond the contract. */
  extensions: readonly string[];
}

/** The draft holds only edited settings by config path, so that a new answer cannot overwrite them. */
export type SettingsState = Editor<void, FoundSettings, SettingsDraft, Problem, never>;
export type OpenSettings = OpenEditor<void, FoundSettings, SettingsDraft, Problem, never>;

export interface SettingsForm extends FoundSettings {
  edits: SettingsDraft;
  problem: Problem | null;
  saving: boolean;
}

export const settingsFormOf = ({ found, draft, refused, busy }: OpenSettings): SettingsForm => ({
  ...found,
  edits: draft,
  problem: refused,
  saving: busy === 'saving',
});

/** The value of a field before its first edit, and the remaining rejections of other fields. */
export const typedOver = createAction<{ path: string; shown: InputValue; refused: ServerErrors }>('settings/typedOver');
export const settingTyped = createAction<{ path: string; value: InputValue }>('settings/typed');

export const settingsEditor = createEditor<void, FoundSettings, SettingsDraft, Problem>('settings', (form, action) => {
  if (preferenceChosen.match(action) && action.payload.key === 'expert') {
    return { ...form, found: { ...form.found, expert: action.payload.value === 'true' } };
  }
  if (typedOver.match(action)) {
    const { path, shown, refused } = action.payload;
    return {
      ...form,
      stored: { [path]: shown, ...form.stored },
      // Without remaining rejections, the save can be retried.
      refused: form.refused === null || Object.keys(refused).length === 0 ? null : { ...form.refused, refused },
    };
  }
  if (!settingTyped.match(action)) return form;
  const { path, value } = action.payload;
  return { ...form, draft: { ...form.draft, [path]: value } };
});

export const {
  opened: settingsOpened,
  closed: settingsClosed,
  loaded: configRead,
  refreshed: configReadAgain,
  failed: configUnread,
  saveRequested: settingsSaveRequested,
  refused: saveRefused,
  saved: settingsSaved,
} = settingsEditor.actions;
export const settings = settingsEditor.reducer;
