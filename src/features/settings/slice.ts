import { createAction } from '@reduxjs/toolkit';
import type { ConfigAnswer } from '../../api/answers/config.ts';
import type { InputValue } from '../../catalog/kinds.ts';
import { valueAt } from '../../catalog/settings.ts';
import type { SettingsDraft } from '../../catalog/tabs/define.ts';
import { tabs } from '../../catalog/tabs/index.ts';
import { type ServerErrors, withoutField } from '../../catalog/tabs/serverErrors.ts';
import { createEditor, type Editor, type OpenEditor } from '../editor.ts';

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

/** A value of the config, to be compared. */
const valueIn = ({ answer }: FoundSettings, path: string): string => JSON.stringify(valueAt(answer.config, path)) ?? '';

/** Others have changed what was typed over: by path, and what is there now. */
export const overtakenIn = ({ stored, draft }: Pick<OpenSettings, 'stored' | 'draft'>, now: FoundSettings): string[] =>
  Object.keys(draft).filter((path) => stored[path] !== undefined && stored[path] !== valueIn(now, path));

/** It was said: the next save knows of it. */
export const overtakenSeen = createAction('settings/overtakenSeen');

export const typed = createAction<{ path: string; value: InputValue }>('settings/typed');

export const settingsEditor = createEditor<void, FoundSettings, SettingsDraft, Problem>('settings', (form, action) => {
  if (overtakenSeen.match(action)) {
    const stored = Object.keys(form.draft).map((path) => [path, valueIn(form.found, path)]);
    return { ...form, stored: Object.fromEntries(stored) };
  }
  if (!typed.match(action)) return form;
  const { path, value } = action.payload;
  const refused = form.refused === null ? {} : withoutField(tabs, form.refused.refused, path);
  return {
    ...form,
    draft: { ...form.draft, [path]: value },
    // What it was typed over.
    stored: { [path]: valueIn(form.found, path), ...form.stored },
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
