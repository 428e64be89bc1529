import type { Config } from '../../api/answers/config.ts';

/** A field as it stands on the screen: a switch, or text as it was typed. */
export type Typed = string | boolean;

/** By config path. */
export type SettingsDraft = Readonly<Record<string, Typed>>;

/** Everything a rule of a field may look at. */
export interface TabContext {
  /** As the core has stored it. */
  config: Config;
  /** Paths that the environment of the core has fixed. */
  overrides: readonly string[];
  draft: SettingsDraft;
}

/** Why a field cannot be changed, and the tab where that can be changed. */
export interface Reason {
  text: string;
  tab?: string;
}

export type Kind = 'flag' | 'text' | 'secret' | 'whole' | 'port' | 'commas' | 'lines';

/** One setting of the core. Texts are English, marked with msg(). */
export interface TabField {
  kind: Kind;
  /** Dotted, as in the config of the core; also the name under which the core refuses it. */
  path: string;
  label: string;
  help?: string;
  unit?: string;
  /** false: the config of this core has no such field. */
  offered?: (config: Config) => boolean;
  /** Not null: shown, but not to be changed now. */
  locked?: (situation: TabContext) => Reason | null;
  /** What is wrong, beyond what its kind checks. */
  fault?: (situation: TabContext) => string | null;
  /** Further names under which the core refuses it. */
  answersFor?: readonly string[];
  /** Unless it is what stands at the path. */
  reads?: (config: Config, overrides: readonly string[]) => Typed;
  /** Config values by path, unless only its own is written. */
  writes?: (situation: TabContext) => Readonly<Record<string, unknown>>;
  /** Brings typed text into the form that the core wants. */
  tidy?: (typed: string) => string;
}

export interface Tab {
  id: string;
  title: string;
  shown: 'always' | 'expert' | 'service';
  /** Refusals whose path begins so belong here when no field answers for them. */
  owns: readonly string[];
  groups: readonly { title: string; fields: readonly TabField[] }[];
}

export const isOn = ({ draft }: TabContext, path: string): boolean => draft[path] === true;

export const typedAt = ({ draft }: TabContext, path: string): string => String(draft[path] ?? '');
