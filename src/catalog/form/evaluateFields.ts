import { msg } from '../../i18n/msg.ts';
import { hasValue, isTyped, showValue, unfitIn } from './convertFieldValues.ts';
import type { DisabledReason, Field, Fields, Option, Settings } from './fields.ts';
import { holdsPlaceholder } from './hasCorePlaceholder.ts';
import { settingsOf, valueAt, withValue } from './settingValues.ts';

/** Whether a field is shown; its rules know their context already: see adaptFields(). */
export const isShown = ({ kind, when }: Field, settings: Settings): boolean =>
  kind !== 'hidden' && (when?.(settings, undefined) ?? true);

export const isLocked = ({ locked }: Field, settings: Settings): boolean => locked?.(settings, undefined) ?? false;

/** Why it cannot be changed now. */
export const reasonFor = ({ disabled }: Field, settings: Settings): DisabledReason | null =>
  disabled?.(settings, undefined) ?? null;

const optionsOf = (field: Field): readonly Option[] => ('options' in field ? field.options : []);

/** The options, and a stored one that is no longer offered: nothing stored is dropped silently. */
export function choicesOf(options: readonly Option[], chosen: readonly string[]): Option[] {
  const offered = options.filter(({ value, storedOnly }) => !storedOnly || chosen.includes(value));
  const unknown = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...offered, ...unknown.map((value) => ({ value, label: value }))];
}

const isEmpty = (field: Field, value: unknown) =>
  String(value).trim() === '' || optionsOf(field).some((option) => option.none && option.value === value);

const shownFields = (fields: Fields, settings: Settings) =>
  Object.entries(fields).filter(([, field]) => isShown(field, settings));

/** Keys of the required fields that are shown, can be changed, and are empty. */
export function missingOf(fields: Fields, stored: Settings): string[] {
  const settings: Settings = settingsOf(fields, stored);
  return shownFields(fields, settings)
    .filter(([, field]) => field.required && !isLocked(field, settings) && !reasonFor(field, settings))
    .filter(([key, field]) => isEmpty(field, valueAt(settings, key)))
    .map(([key]) => key);
}

/** The messages at the fields of missingOf(). */
export const missingText = (field: Field | undefined): string =>
  field && optionsOf(field).length > 0 ? msg('Choose an option.') : msg('This field is required.');

/**
 * A camera, a platform or whoever sent the address would be told the passwords of the core. Who means it writes the
 * process by hand.
 */
const PLACEHOLDER = msg(
  'Remove the words in curly brackets: the core replaces them with its own passwords. In an address, write %7B for {.',
);

/** Errors in the visible fields, as English texts by key. */
export function faultsOf(fields: Fields, stored: Settings): Record<string, string> {
  const settings: Settings = settingsOf(fields, stored);
  return Object.fromEntries(
    shownFields(fields, settings).flatMap(([key, field]) => {
      const value = valueAt(settings, key);
      const fault =
        unfitValue(field, value) ??
        (holdsPlaceholder(value) ? PLACEHOLDER : null) ??
        field.fault?.(settings, undefined) ??
        null;
      return fault === null ? [] : [[key, fault]];
    }),
  );
}

/** Hidden fields keep their values, but placeholders of the core in them are replaced by their defaults. */
export function withoutUnseenPlaceholders(fields: Fields, stored: Settings): Settings {
  const settings: Settings = settingsOf(fields, stored);
  const unseen = Object.entries(fields).filter(
    ([key, field]) => field.kind !== 'hidden' && !isShown(field, settings) && holdsPlaceholder(valueAt(settings, key)),
  );
  return unseen.reduce((left, [key]) => withValue(left, key, undefined), settings);
}

/** A number that was stored out of its range was good enough for whoever stored it. */
function unfitValue(field: Field, value: unknown): string | null {
  if (!hasValue(field) || isTyped(field)) return null;
  const fault = unfitIn(field, showValue(field, value));
  return fault === null || typeof fault === 'string' ? fault : fault.text;
}
