import { hasValue, readValue } from './convertFieldValues.ts';
import type { AnyFields, Settings, SettingsOf } from './fields.ts';

const isGroup = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a field, by its dotted key; undefined when it was never set. */
export function valueAt(settings: Settings, key: string): unknown {
  let value: unknown = settings;
  for (const part of key.split('.')) value = isGroup(value) ? value[part] : undefined;
  return value;
}

/** The same settings with one value changed, by its dotted key. */
export function withValue(settings: Settings, key: string, value: unknown): Settings {
  const [head = '', ...rest] = key.split('.');
  if (rest.length === 0) return { ...settings, [head]: value };
  const group = settings[head];
  return { ...settings, [head]: withValue(isGroup(group) ? group : {}, rest.join('.'), value) };
}

/** Whether a switch is on. */
export const isOn = (settings: Settings, key: string): boolean => valueAt(settings, key) === true;

/** The entries of a list. */
export function listAt(settings: Settings, key: string): string[] {
  const found = valueAt(settings, key);
  return Array.isArray(found) ? found.map(String) : [];
}

/** Stored settings completed with defaults and brought to the types of their fields; unknown keys stay. */
export function settingsOf<F extends AnyFields>(fields: F, given: unknown): SettingsOf<F> {
  let settings: Settings = isGroup(given) ? given : {};
  for (const [key, field] of Object.entries(fields)) {
    if (!hasValue(field) || field.browserKey !== undefined) continue;
    const stored = valueAt(settings, key);
    const value = readValue(field, stored, settings);
    // Unset values stay unset.
    if (value !== undefined || stored !== undefined) settings = withValue(settings, key, value);
  }
  // Every key of F was just written with a value of its kind; the compiler cannot follow keys built at run time.
  return settings as SettingsOf<F>;
}

export const defaultsOf = <F extends AnyFields>(fields: F): SettingsOf<F> => settingsOf(fields, {});

/** The same, with the default where a text is empty: for what cannot do without. */
export function fillDefaults<const F extends AnyFields>(fields: F, settings: Settings): SettingsOf<F> {
  const empty = Object.entries(fields).filter(
    ([key, field]) =>
      hasValue(field) && typeof field.default === 'string' && String(valueAt(settings, key)).trim() === '',
  );
  return settingsOf(
    fields,
    empty.reduce((left, [key]) => withValue(left, key, undefined), settings),
  );
}
