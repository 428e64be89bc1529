import type { Message } from '../../../catalog/form/fieldValues.ts';
import { assignRefusals } from '../../../catalog/settingsTabs/assignRefusals.ts';
import { shownSettingsTabs } from '../../../catalog/settingsTabs/index.ts';
import {
  listChanges,
  type SettingChange,
  settingsFaults,
  settingsTabForm,
} from '../../../catalog/settingsTabs/settingsFormValues.ts';
import type { ConfigForm, SettingsTab } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { needsRestart } from '../../shared/restart/detectRestart.ts';
import type { SettingsForm } from './slice.ts';

export interface SettingsView {
  tabs: readonly SettingsTab[];
  situation: ConfigForm;
  /** Faults by path, found here or reported by the core. */
  errors: Readonly<Record<string, Message>>;
  /** Rejections without a field: by tab, and without a tab. */
  loose: { tabs: Readonly<Record<string, readonly string[]>>; elsewhere: readonly string[] };
  marked: readonly string[];
  changes: readonly SettingChange[];
  hasFaults: boolean;
  outdated: boolean;
}

export function deriveSettingsView({ answer, edits, problem, ...rest }: SettingsForm): SettingsView {
  const tabs = shownSettingsTabs({ ...rest, edits, config: answer.config });
  const situation = settingsTabForm(tabs, answer, edits);
  const faults = settingsFaults(tabs, situation);
  const placed = assignRefusals(tabs, problem?.refused ?? {});
  const errors = { ...placed.fields, ...faults };
  const isWrong = ({ id, fields }: SettingsTab) =>
    placed.tabs[id] !== undefined || Object.keys(fields).some((path) => errors[path] !== undefined);
  return {
    tabs,
    situation,
    errors,
    loose: { tabs: placed.tabs, elsewhere: placed.elsewhere },
    marked: tabs.filter(isWrong).map(({ id }) => id),
    changes: listChanges(tabs, situation),
    hasFaults: Object.keys(faults).length > 0,
    outdated: needsRestart(answer),
  };
}
