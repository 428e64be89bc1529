import type { Settings } from '../fields.ts';
import { valueAt, withValue } from '../settings.ts';
import type { SettingsDraft, Tab, TabContext, TabField, Typed } from './define.ts';
import { kinds } from './kinds.ts';

type Stored = Omit<TabContext, 'draft'>;

export const fieldsOf = (tabs: readonly Tab[], { config }: Pick<Stored, 'config'>): TabField[] =>
  tabs
    .flatMap(({ groups }) => groups.flatMap(({ fields }) => fields))
    .filter(({ offered }) => offered?.(config) ?? true);

const storedAs = ({ kind, path, reads }: TabField, { config, overrides }: Stored): Typed =>
  reads?.(config, overrides) ?? kinds[kind].read(valueAt(config, path));

/** The form over a config: what is stored, and over it what was typed. */
export function tabContextOf(tabs: readonly Tab[], { config, overrides }: Stored, edits: SettingsDraft): TabContext {
  const stored = fieldsOf(tabs, { config }).map((field) => [field.path, storedAs(field, { config, overrides })]);
  return { config, overrides, draft: { ...Object.fromEntries(stored), ...edits } };
}

function parsed({ kind, path, tidy }: TabField, typed: Typed, { config }: Pick<Stored, 'config'>): unknown {
  const value = kinds[kind].parse(typed, valueAt(config, path));
  return tidy && typeof value === 'string' ? tidy(value) : value;
}

const differs = (field: TabField, situation: TabContext): boolean => {
  const is = (typed: Typed) => JSON.stringify(parsed(field, typed, situation));
  const before = storedAs(field, situation);
  return is(situation.draft[field.path] ?? before) !== is(before);
};

/** Fields of these tabs that somebody changed; what the environment has fixed never counts. */
export const changedFields = (tabs: readonly Tab[], situation: TabContext): TabField[] =>
  fieldsOf(tabs, situation).filter((field) => !situation.overrides.includes(field.path) && differs(field, situation));

/** What is sent to the core: only what changed, nested; unknown fields keep their values that way. */
export function changesOf(tabs: readonly Tab[], situation: TabContext): Settings {
  let body: Settings = {};
  for (const field of changedFields(tabs, situation)) {
    const { path, writes } = field;
    const values = writes?.(situation) ?? { [path]: parsed(field, situation.draft[path] ?? '', situation) };
    for (const [at, value] of Object.entries(values)) {
      if (!situation.overrides.includes(at)) body = withValue(body, at, value);
    }
  }
  return body;
}

/** What is wrong before the core is asked, by path. What the environment has fixed cannot be corrected here. */
export function faultsOf(tabs: readonly Tab[], situation: TabContext): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of fieldsOf(tabs, situation)) {
    if (situation.overrides.includes(field.path)) continue;
    const typed = situation.draft[field.path] ?? '';
    // What stands in the config already was good enough for the core.
    const own = differs(field, situation) ? kinds[field.kind].fault(typed) : null;
    const fault = own ?? field.fault?.(situation) ?? null;
    if (fault !== null) faults[field.path] = fault;
  }
  return faults;
}
