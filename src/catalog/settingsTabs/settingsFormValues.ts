import { adaptFieldsToContext, isLocked, isShown, missingFields, missingFieldText } from '../form/evaluateFields.ts';
import type { Fields, Settings } from '../form/fields.ts';
import {
  hasValue,
  type InputValue,
  inputFault,
  isGroup,
  type Message,
  parseInput,
  readValue,
  showValue,
  type ValueField,
  valueAt,
  withValue,
} from '../form/fieldValues.ts';
import type { ConfigForm, ConfigRules, SettingsDraft, SettingsTab, TabContext, TabFields } from './settingsTabTypes.ts';

interface ConfigField {
  path: string;
  field: ValueField;
  config: ConfigRules;
}

const configFields = (fields: TabFields): ConfigField[] =>
  Object.entries(fields).flatMap(([path, { config = {}, ...field }]) =>
    hasValue(field) && field.browserKey === undefined ? [{ path, field, config }] : [],
  );

const isOverridden = (path: string, { aliases = [] }: ConfigRules, { overrides }: TabContext) =>
  [path, ...aliases].some((name) => overrides.includes(name));

export function adaptTabFields({ fields }: Pick<SettingsTab, 'fields'>, context: TabContext): Fields {
  const adapted = Object.entries(adaptFieldsToContext(fields, context)).map(([path, field]) => {
    const fixed = isOverridden(path, fields[path]?.config ?? {}, context);
    return [path, fixed ? { ...field, locked: () => true } : field] as const;
  });
  return Object.fromEntries(adapted);
}

const storedValue = ({ path, field, config: { reads } }: ConfigField, context: TabContext): unknown =>
  reads ? reads(context) : readValue(field, valueAt(context.config, path), {});

const storedInput = (field: ConfigField, context: TabContext): InputValue =>
  showValue(field.field, storedValue(field, context));

const parsed = (field: ConfigField, input: InputValue, context: TabContext): unknown =>
  parseInput(field.field, input, storedValue(field, context));

export function settingsTabForm(tabs: readonly SettingsTab[], context: TabContext, edits: SettingsDraft): ConfigForm {
  let settings: Settings = {};
  const draft: Record<string, InputValue> = {};
  for (const field of tabs.flatMap(({ fields }) => configFields(fields))) {
    const input = edits[field.path] ?? storedInput(field, context);
    draft[field.path] = input;
    settings = withValue(settings, field.path, parsed(field, input, context));
  }
  const { config, overrides } = context;
  return { config, overrides, draft, settings };
}

type ShownField = ConfigField & { field: ValueField<unknown>; locked: boolean };

const shownFields = (tabs: readonly SettingsTab[], form: ConfigForm): ShownField[] =>
  tabs.flatMap((tab) => {
    const fields = adaptTabFields(tab, form);
    return configFields(tab.fields).flatMap((field) => {
      const adapted = fields[field.path];
      if (!adapted || !hasValue(adapted) || !isShown(adapted, form.settings)) return [];
      return [{ ...field, field: adapted, locked: isLocked(adapted, form.settings) }];
    });
  });

const inputOf = (field: ConfigField, form: ConfigForm): InputValue =>
  form.draft[field.path] ?? storedInput(field, form);

function differs(field: ConfigField, form: ConfigForm): boolean {
  const asJson = (input: InputValue) => JSON.stringify(parsed(field, input, form));
  return asJson(inputOf(field, form)) !== asJson(storedInput(field, form));
}

const dirtyFields = (tabs: readonly SettingsTab[], form: ConfigForm) =>
  shownFields(tabs, form).filter((field) => !field.locked && differs(field, form));

export const dirtyPaths = (tabs: readonly SettingsTab[], form: ConfigForm): string[] =>
  dirtyFields(tabs, form).map(({ path }) => path);

export interface SettingChange {
  tab: SettingsTab;
  path: string;
  field: ValueField<unknown>;
  before: InputValue;
  after: InputValue;
}

export const listChanges = (tabs: readonly SettingsTab[], form: ConfigForm): SettingChange[] =>
  tabs.flatMap((tab) =>
    dirtyFields([tab], form).map((changed) => {
      const { path, field } = changed;
      return { tab, path, field, before: storedInput(changed, form), after: inputOf(changed, form) };
    }),
  );

/** The request body: only changed values, nested, so that unknown fields are kept. */
export function settingsChanges(tabs: readonly SettingsTab[], form: ConfigForm): Settings {
  let body: Settings = {};
  const dirty = dirtyFields(tabs, form);
  const isLast = ({ config }: ConfigField) => config.last === true;
  for (const field of [...dirty.filter((field) => !isLast(field)), ...dirty.filter(isLast)]) {
    const { path, config } = field;
    const values = config.writes?.(form.settings, form) ?? { [path]: parsed(field, inputOf(field, form), form) };
    for (const [at, value] of Object.entries(values)) {
      if (!form.overrides.includes(at)) body = withValues(body, withValue({}, at, value));
    }
  }
  return body;
}

/** Merges deeply; `over` wins. */
const withValues = (settings: Settings, over: Settings): Settings => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(over).map(([key, value]) => {
      const under = settings[key];
      return [key, isGroup(under) && isGroup(value) ? withValues(under, value) : value];
    }),
  ),
});

/** Keyed by path. Omits values that the environment fixes and values that the core accepted before. */
export function settingsFaults(tabs: readonly SettingsTab[], form: ConfigForm): Record<string, Message> {
  const found = faultsIn(tabs, form);
  const dirty = dirtyPaths(tabs, form);
  const stored = Object.keys(found).length > 0 ? faultsIn(tabs, settingsTabForm(tabs, form, {})) : {};
  const isNew = ([path, fault]: [string, Message]) => dirty.includes(path) || stored[path] !== fault;
  return Object.fromEntries(Object.entries(found).filter(isNew));
}

function faultsIn(tabs: readonly SettingsTab[], form: ConfigForm): Record<string, Message> {
  const faults: Record<string, Message> = {};
  for (const tab of tabs) {
    const fields = adaptTabFields(tab, form);
    const missing = missingFields(fields, form.settings);
    for (const field of shownFields([tab], form)) {
      if (field.locked) continue;
      const own = differs(field, form) ? inputFault(field.field, inputOf(field, form)) : null;
      const lacking = missing.includes(field.path) ? missingFieldText(fields[field.path]) : null;
      const fault = own ?? lacking ?? field.field.fault?.(form.settings, undefined) ?? null;
      if (fault !== null) faults[field.path] = fault;
    }
  }
  return faults;
}
