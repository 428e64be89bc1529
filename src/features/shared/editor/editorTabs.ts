/** One tab of an editor: `fields` names in English what is set there, by its path in the draft. */
interface EditorTab<Id extends string> {
  id: Id;
  text: string;
  fields?: Readonly<Record<string, string>>;
}

/** The tab that the address names. */
export const tabAt = <Id extends string>(tabs: readonly EditorTab<Id>[], segment: string): Id | null =>
  tabs.find(({ id }) => id === segment)?.id ?? null;

/** What a field of the draft is called, in English; undefined: no tab shows it. */
export const fieldLabel = (tabs: readonly EditorTab<string>[], path: string): string | undefined =>
  tabs.flatMap(({ fields = {} }) => Object.entries(fields)).find(([at]) => at === path)?.[1];

/** Those with a field that is wrong, in their order. `faults` are by path. */
export const tabsWithFaults = <Id extends string>(tabs: readonly EditorTab<Id>[], faults: object): Id[] =>
  tabs.filter(({ fields = {} }) => Object.keys(fields).some((path) => path in faults)).map(({ id }) => id);

/** The tabs as links; those of `wrong` are marked, but for the one in view. */
export const tabLinks = <Id extends string>(
  tabs: readonly EditorTab<Id>[],
  t: (text: string) => string,
  hrefOf: (id: Id) => string,
  current: Id,
  wrong: readonly Id[] = [],
) => tabs.map(({ id, text }) => ({ id, text: t(text), href: hrefOf(id), wrong: id !== current && wrong.includes(id) }));
