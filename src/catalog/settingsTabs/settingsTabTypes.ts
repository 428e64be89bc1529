import type { Config } from '../../api/answers/config.ts';
import type { Extension } from '../../api/coreExtensions.ts';
import type { Field, Fields, Settings } from '../form/fields.ts';
import type { InputValue } from '../form/fieldValues.ts';

/** The values of the controls, by config path. */
export type SettingsDraft = Readonly<Record<string, InputValue>>;

/** The facts that rules of a field may use, beside the values in the form. */
export interface TabContext {
  config: Config;
  /** Paths that the environment of the core has fixed. */
  overrides: readonly string[];
}

export interface ConfigForm extends TabContext {
  draft: SettingsDraft;
  /** The parsed draft: values by path, nested as in the config. */
  settings: Settings;
}

/** How a field stands in the config, unless it simply stands at its path. */
export interface ConfigRules {
  reads?: (context: TabContext) => unknown;
  /** Config values by path. */
  writes?: (settings: Settings, context: TabContext) => Readonly<Record<string, unknown>>;
  /** A core that can this has no use for the field. */
  unless?: Extension;
  /** A build that knows no server of releases has no use for the field. */
  needs?: 'releases';
  /** What it writes counts where another field has changed the same. */
  last?: true;
  /** Further names under which the core refuses it, or says that its environment fixes it. */
  aliases?: readonly string[];
}

/** By config path, which is also the name under which the core refuses it. */
export type TabFields = Record<string, Field<TabContext> & { config?: ConfigRules }>;

export interface SettingsTab {
  id: string;
  title: string;
  /** service: to experts, and where the core is connected to its hosted service. */
  shown: 'always' | 'expert' | 'service';
  /** Whether this core has such a part at all; it has, unless given. */
  has?: (config: Config) => boolean;
  /** Refusals whose path begins so belong here when no field answers for them. */
  owns: readonly string[];
  fields: TabFields;
}

export const withConfig = <F extends Fields<TabContext>[string]>(field: F, config: ConfigRules) => ({
  ...field,
  config,
});
