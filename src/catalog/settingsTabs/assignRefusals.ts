import { meaningOfRefusal } from './refusalMeanings.ts';
import type { SettingsTab } from './settingsTabTypes.ts';

/** The name for refusals of a config as a whole (status 400): no part of it, and a field where one writes it. */
export const WHOLE_CONFIG = 'coreconfig';

/** Texts of the core, by the dotted name it refuses (status 409). */
export type ServerErrors = Readonly<Record<string, readonly string[]>>;

export interface AssignedErrors {
  /** By the path of the field, by what it means where that is known. */
  fields: Readonly<Record<string, string>>;
  /** By the id of the tab: refusals that no field of it answers for. */
  tabs: Readonly<Record<string, readonly string[]>>;
  /** Of no tab on the screen. */
  elsewhere: readonly string[];
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const begins = (name: string, prefix: string) => name === prefix || name.startsWith(`${prefix}.`);

/** Puts every refusal where it can be corrected. Nothing is dropped. */
export function assignErrors(tabs: readonly SettingsTab[], errors: ServerErrors): AssignedErrors {
  const fields: Record<string, string> = {};
  const byTab: Record<string, string[]> = {};
  const elsewhere: string[] = [];
  for (const [name, texts] of Object.entries(errors)) {
    const text = texts.map(capitalised).join(' ');
    const [only = '', ...more] = texts;
    const meaning = more.length === 0 ? meaningOfRefusal(only) : null;
    const path = answering(tabs, name);
    const tab = tabs.find(({ owns }) => owns.some((prefix) => begins(name, prefix)));
    if (path !== undefined) fields[path] = [fields[path], meaning ?? text].filter(Boolean).join(' ');
    else if (tab) byTab[tab.id] = [...(byTab[tab.id] ?? []), `${name}: ${text}`];
    else elsewhere.push(name === WHOLE_CONFIG ? text : `${name}: ${text}`);
  }
  return { fields, tabs: byTab, elsewhere };
}

/** The path of the field that answers for a name. */
const answering = (tabs: readonly SettingsTab[], name: string): string | undefined =>
  tabs
    .flatMap(({ fields }) => Object.entries(fields))
    .find(([path, { config }]) => path === name || config?.aliases?.includes(name))?.[0];

/** The refusals that are left once a field was changed: of what is typed now the core has said nothing yet. */
export function withoutField(tabs: readonly SettingsTab[], errors: ServerErrors, path: string): ServerErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => answering(tabs, name) !== path));
}
