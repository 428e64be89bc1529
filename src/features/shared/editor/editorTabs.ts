interface EditorTab<Id extends string> {
  id: Id;
  text: string;
  fields?: Readonly<Record<string, string>>;
}

export const tabAt = <Id extends string>(tabs: readonly EditorTab<Id>[], segment: string): Id | null =>
  tabs.find(({ id }) => id === segment)?.id ?? null;

/** Returns the English label of a field, or undefined if no tab shows it. */
export const fieldLabel = (tabs: readonly EditorTab<string>[], path: string): string | undefined =>
  tabs.flatMap(({ fields = {} }) => Object.entries(fields)).find(([at]) => at === path)?.[1];

export const tabsWithFaults = <Id extends string>(tabs: readonly EditorTab<Id>[], faults: object): Id[] =>
  tabs.filter(({ fields = {} }) => Object.keys(fields).some((path) => path in faults)).map(({ id }) => id);

/** Returns links to the tabs. Those in `wrong` are marked, except the current one. */
export const tabLinks = <Id extends string>(
  tabs: readonly EditorTab<Id>[],
  t: (text: string) => string,
  hrefOf: (id: Id) => string,
  current: Id,
  wrong: readonly Id[] = [],
) => tabs.map(({ id, text }) => ({ id, text: t(text), href: hrefOf(id), wrong: id !== current && wrong.includes(id) }));
