import type { Field, Fields, Settings, SettingsOf } from './fields.ts';

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

// Stored data holds numbers as text and the other way round.
function read(field: Field, stored: unknown, settings: Settings): unknown {
  switch (field.kind) {
    case 'number': {
      const value = typeof stored === 'string' && stored.trim() !== '' ? Number(stored) : stored;
      return typeof value === 'number' && Number.isFinite(value) ? value : field.default;
    }
    case 'toggle':
      return typeof stored === 'boolean' ? stored : field.default;
    case 'multiselect':
      return Array.isArray(stored) ? stored.map(String) : [...field.default];
    case 'derived':
      return field.from(settings) ?? asText(stored, field.default);
    case 'meta':
      return field.value ?? asText(stored, field.default);
    default:
      return asText(stored, field.default);
  }
}

const asText = (stored: unknown, fallback: string) =>
  typeof stored === 'string' || typeof stored === 'number' ? String(stored) : fallback;

/** Stored settings completed with defaults and brought to the types of their fields; unknown keys stay. */
export function settingsOf<F extends Fields>(fields: F, stored: unknown): SettingsOf<F> {
  let settings: Settings = isGroup(stored) ? stored : {};
  for (const [key, field] of Object.entries(fields)) {
    settings = withValue(settings, key, read(field, valueAt(settings, key), settings));
  }
  // Every key of F was just written with a value of its kind; the compiler cannot follow keys built at run time.
  return settings as SettingsOf<F>;
}

export const defaultsOf = <F extends Fields>(fields: F): SettingsOf<F> => settingsOf(fields, {});
