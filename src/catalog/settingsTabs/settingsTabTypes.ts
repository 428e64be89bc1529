import type { Config } from '../../api/answers/config.ts';
import type { Extension } from '../../api/coreExtensions.ts';
import type { Field, Fields, Settings } from '../form/fields.ts';
import type { InputValue } from '../form/fieldValues.ts';

/** Control values by config path. */
export type SettingsDraft = Readonly<Record<string, InputValue>>;

export interface TabContext {
  config: Config;
  overrides: readonly string[];
}

export interface ConfigForm extends TabContext {
  draft: SettingsDraft;
  /** The parsed draft, nested like the config. */
  settings: Settings;
}

/** How a field maps to the config, if not directly to its path. */
export interface ConfigRules {
  reads?: (context: TabContext) => unknown;
  writes?: (settings: Settings, context: TabContext) => Readonly<Record<string, unknown>>;
  /** Hidden on cores with this extension. */
  unless?: Extension;
  needs?: 'releases';
  /** Wins over changes of other fields. */
  last?: true;
  /** Other names under which the core rejects it or reports it as fixed by the environment. */
  aliases?: readonly string[];
}

/** Keyed by config path, which is also the core's name for it. */
export type TabFields = Record<string, Field<TabContext> & { config?: ConfigRules }>;

export interface SettingsTab {
  id: string;
  title: string;
  /** `service`: for experts, or if the core is connected to its hosted service. */
  shown: 'always' | 'expert' | 'service';
  has?: (config: Config) => boolean;
  /** Prefixes of error paths that belong to this tab. */
  owns: readonly string[];
  fields: TabFields;
}

export const withConfig = <F extends Fields<TabContext>[string]>(field: F, config: ConfigRules) => ({
  ...field,
  config,
});
