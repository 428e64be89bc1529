import type { Field, Fields, Settings } from '../form/fields.ts';
import { withValue } from '../form/fieldValues.ts';

export interface SettingVariant {
  key: string;
  value: string;
}

/** Values other than the default and stored-only ones; minimum and maximum of numbers. */
function valuesOf(field: Field): string[] {
  if ('options' in field) {
    return field.options.flatMap(({ value, storedOnly, none }) =>
      storedOnly || none || value === field.default ? [] : value,
    );
  }
  if (field.kind === 'toggle') return [String(!field.default)];
  if (field.kind !== 'number') return [];
  return [field.min, field.max].flatMap((edge) => (edge === undefined || edge === field.default ? [] : String(edge)));
}

export const settingsToTry = (fields: Fields): SettingVariant[] =>
  Object.entries(fields).flatMap(([key, field]) => valuesOf(field).map((value) => ({ key, value })));

export function withSetting(settings: Settings, fields: Fields, { key, value }: SettingVariant): Settings {
  const kind = fields[key]?.kind;
  return withValue(settings, key, kind === 'toggle' ? value === 'true' : kind === 'multiselect' ? [value] : value);
}

/** Each setting with the first choice that shows it. A setting that nothing shows is omitted. */
export function choicesIn(fields: Fields, base: Settings): { setting: SettingVariant; settings: Settings }[] {
  const all = settingsToTry(fields);
  const candidates = [base, ...all.map((other) => withSetting(base, fields, other))];
  return all.flatMap((setting) => {
    const shows = candidates.find((settings) => fields[setting.key]?.when?.(settings, undefined) ?? true);
    return shows ? [{ setting, settings: withSetting(shows, fields, setting) }] : [];
  });
}
