import { settingsTabs } from '../../../catalog/settingsTabs/index.ts';
import { settingsTabForm } from '../../../catalog/settingsTabs/settingsFormValues.ts';
import type { SettingsDraft } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { FoundSettings, OpenSettings } from './slice.ts';

/** The fields as they show this config. */
export const shownBy = ({ answer }: FoundSettings): SettingsDraft => settingsTabForm(settingsTabs, answer, {}).draft;

/** What others have made of what is typed over here; null: nothing. The rest of it is as it was. */
export function conflictIn({ stored }: Pick<OpenSettings, 'stored'>, now: FoundSettings): SettingsDraft | null {
  const shown = shownBy(now);
  const theirs = Object.entries(stored).map(([path, value]) => [path, shown[path] ?? value] as const);
  return theirs.every(([path, value]) => sameJson(value, stored[path])) ? null : Object.fromEntries(theirs);
}
