import type { Config } from '../../api/answers/config.ts';
import { valueAt } from '../form/fieldValues.ts';
import { authTab } from './auth.ts';
import { generalTab } from './general.ts';
import { loggingTab } from './logging.ts';
import { networkTab } from './network.ts';
import { playbackTab } from './playback.ts';
import { rtmpTab } from './rtmp.ts';
import { serviceTab } from './service.ts';
import type { SettingsDraft, SettingsTab } from './settingsTabTypes.ts';
import { srtTab } from './srt.ts';
import { storageTab } from './storage.ts';

interface TabContext {
  expert: boolean;
  service: boolean;
  edits: SettingsDraft;
  config: Config;
  /** Abilities of the core beyond the contract. */
  extensions?: readonly string[];
}

/** Order here is order on the screen. */
export const settingsTabs: readonly SettingsTab[] = [
  generalTab,
  serviceTab,
  networkTab,
  authTab,
  playbackTab,
  storageTab,
  rtmpTab,
  srtTab,
  loggingTab,
];

/** A changed field is not hidden. */
const isEdited = ({ fields }: SettingsTab, edits: SettingsDraft) => Object.keys(edits).some((path) => path in fields);

export function shownSettingsTabs({
  expert,
  service: offered,
  edits,
  config,
  extensions = [],
}: TabContext): SettingsTab[] {
  const shown = { always: true, expert, service: offered || valueAt(config, 'service.enable') === true };
  return settingsTabs
    .filter((tab) => (tab.has?.(config) ?? true) && (shown[tab.shown] || isEdited(tab, edits)))
    .map((tab) => withoutUseless(tab, extensions))
    .filter(({ fields }) => Object.keys(fields).length > 0);
}

function withoutUseless(tab: SettingsTab, extensions: readonly string[]): SettingsTab {
  const all = Object.entries(tab.fields);
  const useful = all.filter(([, { config }]) => config?.unless === undefined || !extensions.includes(config.unless));
  return useful.length === all.length ? tab : { ...tab, fields: Object.fromEntries(useful) };
}
