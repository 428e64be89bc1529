import { createAction } from '@reduxjs/toolkit';
import type { ConfigAnswer } from '../../api/answers/config.ts';
import type { InputValue } from '../../catalog/kinds.ts';
import type { SettingsDraft } from '../../catalog/tabs/define.ts';
import { tabFormOf } from '../../catalog/tabs/edit.ts';
import { tabs } from '../../catalog/tabs/index.ts';
import { type ServerErrors, withoutField } from '../../catalog/tabs/serverErrors.ts';
import { sameJson } from '../../media/sameJson.ts';
import { createEditor, type Editor, type OpenEditor } from '../editor.ts';
import { preferenceChosen } from '../preference/slice.ts';

/** Why the last save came to nothing. */
export interface Problem {
  text: string;
  evidence: string | null;
  refused: ServerErrors;
}

interface FoundSettings {
  /** As the core has it; read again and again while the form is open. */
  answer: ConfigAnswer;
  expert: boolean;
}

/** The draft is what was typed since, by config path: it lies over the answer, whichever comes. */
export type SettingsState = Editor<void, FoundSettings, SettingsDraft, Problem, never>;
export type OpenSettings = OpenEditor<void, FoundSettings, SettingsDraft, Problem, never>;

/** What the panels are given. */
export interface SettingsForm extends FoundSettings {
  edits: SettingsDraft;
  problem: Problem | null;
  saving: boolean;
}

export const settingsForm = ({ found, draft, refused, busy }: OpenSettings): SettingsForm => ({
  ...found,
  edits: draft,
  problem: refused,
  saving: busy === 'saving',
});

/** The fields as they show this config. */
const shownBy = ({ answer }: FoundSettings) => tabFormOf(tabs, answer, {}).draft;

/** What others have made of what is typed over here; null: nothing. The rest of it is as it was. */
export function overtakenIn({ stored }: Pick<OpenSettings, 'stored'>, now: FoundSettings): SettingsDraft | null {
  const shown = shownBy(now);
  const theirs = Object.entries(stored).map(([path, value]) => [path, shown[path] ?? value] as const);
  return theirs.every(([path, value]) => sameJson(value, stored[path])) ? null : Object.fromEntries(theirs);
}

export const typed = createAction<{ path: string; value: InputValue }>('settings/typed');

export const settingsEditor = createEditor<void, FoundSettings, SettingsDraft, Problem>('settings', (form, action) => {
  if (preferenceChosen.match(action) && action.payload.key === 'expert') {
    return { ...form, found: { ...form.found, expert: action.payload.value === 'true' } };
  }
  if (!typed.match(action)) return form;
  const { path, value } = action.payload;
  const refused = form.refused === null ? {} : withoutField(tabs, form.refused.refused, path);
  return {
    ...form,
    draft: { ...form.draft, [path]: value },
    // What it was typed over.
    stored: { [path]: shownBy(form.found)[path] ?? value, ...form.stored },
    // What it was about is corrected, or it can be tried again.
    refused: form.refused === null || Object.keys(refused).length === 0 ? null : { ...form.refused, refused },
  };
});

export const {
  opened: settingsOpened,
  closed: settingsClosed,
  loaded: configRead,
  refreshed: configReadAgain,
  failed: configUnread,
  saveRequested,
  refused: saveRefused,
  saved,
} = settingsEditor.actions;
export const settings = settingsEditor.reducer;
