import type { Config } from '../../api/answers/config.ts';
import { authTab } from './auth.ts';
import { generalTab } from './general.ts';
import { loggingTab } from './logging.ts';
import { networkTab } from './network.ts';
import { playbackTab } from './playback.ts';
import { rtmpTab } from './rtmp.ts';
import { serviceTab } from './service.ts';
import type { SettingsDraft, SettingsTab, TabFields } from './settingsTabTypes.ts';
import { srtTab } from './srt.ts';
import { storageTab } from './storage.ts';

interface TabContext {
  expert: boolean;
  releases: boolean;
  edits: SettingsDraft;
  config: Config;
  extensions?: readonly string[];
}

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

/** Tabs with a changed field are not hidden. */
const isEdited = ({ fields }: SettingsTab, edits: SettingsDraft) => Object.keys(edits).some((path) => path in fields);

export function shownSettingsTabs({ expert, releases, edits, config, extensions = [] }: TabContext): SettingsTab[] {
  const shown = { always: true, expert, service: expert || config.service?.enable === true };
  const isUseful = ({ config: rules }: TabFields[string]) =>
    (rules?.unless === undefined || !extensions.includes(rules.unless)) && (rules?.needs !== 'releases' || releases);
  return settingsTabs
    .filter((tab) => (tab.has?.(config) ?? true) && (shown[tab.shown] || isEdited(tab, edits)))
    .map((tab) => ({
      ...tab,
      fields: Object.fromEntries(Object.entries(tab.fields).filter(([, field]) => isUseful(field))),
    }))
    .filter(({ fields }) => Object.keys(fields).length > 0);
}
