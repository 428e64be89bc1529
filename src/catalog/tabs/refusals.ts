import type { Tab } from './define.ts';

/** Texts of the core, by the dotted name it refuses (status 409). */
export type Refused = Readonly<Record<string, readonly string[]>>;

export interface Placed {
  /** By the path of the field. */
  fields: Readonly<Record<string, string>>;
  /** By the id of the tab: refusals that no field of it answers for. */
  tabs: Readonly<Record<string, readonly string[]>>;
  /** Of no tab on the screen. */
  elsewhere: readonly string[];
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const begins = (name: string, prefix: string) => name === prefix || name.startsWith(`${prefix}.`);

/** Puts every refusal where it can be corrected. Nothing is dropped. */
export function placeRefusals(tabs: readonly Tab[], refused: Refused): Placed {
  const fields: Record<string, string> = {};
  const byTab: Record<string, string[]> = {};
  const elsewhere: string[] = [];
  for (const [name, texts] of Object.entries(refused)) {
    const text = texts.map(capitalised).join(' ');
    const field = answering(tabs, name);
    const tab = tabs.find(({ owns }) => owns.some((prefix) => begins(name, prefix)));
    if (field) fields[field.path] = [fields[field.path], text].filter(Boolean).join(' ');
    else if (tab) byTab[tab.id] = [...(byTab[tab.id] ?? []), `${name}: ${text}`];
    else elsewhere.push(`${name}: ${text}`);
  }
  return { fields, tabs: byTab, elsewhere };
}

const answering = (tabs: readonly Tab[], name: string) =>
  tabs
    .flatMap(({ groups }) => groups.flatMap(({ fields }) => fields))
    .find(({ path, answersFor }) => path === name || answersFor?.includes(name));

/** The refusals that are left once a field was changed: of what is typed now the core has said nothing yet. */
export function withoutField(tabs: readonly Tab[], refused: Refused, path: string): Refused {
  return Object.fromEntries(Object.entries(refused).filter(([name]) => answering(tabs, name)?.path !== path));
}
