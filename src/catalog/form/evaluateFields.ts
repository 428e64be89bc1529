import { msg } from '../../i18n/msg.ts';
import { meets, type Skills } from '../../media/encoding/skills.ts';
import type { DisabledReason, Field, Fields, Option, Settings } from './fields.ts';
import { hasValue, inputFault, isFigure, isTyped, settingsOf, showValue, valueAt, withValue } from './fieldValues.ts';

type CatalogContext = {
  meta?: { name: string; description: string };
  skills?: Skills;
  extensions?: readonly string[];
};

/** Binds the rules to their context and limits options to what the core supports. */
export const adaptFieldsToContext = <C>(fields: Fields<C>, context: C, details: CatalogContext = {}): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, adaptField(field, context, details)]));

function adaptField<C>(field: Field<C>, context: C, details: CatalogContext): Field {
  const { meta } = details;
  const { when, disabled, locked, fault, ...rest } = field;
  const rules = {
    ...(when && { when: (settings: Settings) => when(settings, context) }),
    ...(disabled && { disabled: (settings: Settings) => disabled(settings, context) }),
    ...(locked && { locked: (settings: Settings) => locked(settings, context) }),
    ...(fault && { fault: (settings: Settings) => fault(settings, context) }),
  };
  if (rest.kind === 'readonly' && rest.meta && meta) {
    const text = meta[rest.meta];
    return { ...rest, ...rules, from: () => text };
  }
  if (!('options' in rest)) return { ...rest, ...rules };
  const { found, ...choosing } = rest;
  const options = [...choosing.options, ...(found?.(context) ?? [])].map((option) => offered(option, details));
  const adapted = { ...choosing, ...rules, options, ...(found && { found: () => [] }) };
  if (adapted.kind === 'selectOrCustom' && found) return { ...adapted, default: proposed(adapted.default, options) };
  if (adapted.kind !== 'select') return adapted;
  const open = options.filter(({ storedOnly }) => !storedOnly);
  const first = open.find(({ value }) => value === adapted.default) ?? open[0];
  return { ...adapted, default: first?.value ?? adapted.default };
}

/** Unsupported options are not offered, but stay visible where they are stored. */
function offered(option: Option, { skills, extensions = [] }: CatalogContext): Option {
  const lacks = option.needs && skills && !meets(option.needs, skills);
  return lacks || (option.extension && !extensions.includes(option.extension))
    ? { ...option, storedOnly: true }
    : option;
}

/** Proposes the only device found. With several, the operator must choose, as a wrong camera would only show on air. */
function proposed(fallback: string, options: readonly Option[]): string {
  const listed = options.find(({ value }) => value === fallback);
  if (listed && !listed.none) return fallback;
  const [only, ...others] = options.filter(({ none }) => !none);
  return only && others.length === 0 ? only.value : fallback;
}

/** Start of a placeholder such as `{memfs}` or `{rtmp,name=…}`. No list of names, as newer cores may add some. */
const BEGINS = /\{\s*(?:[a-z$]|$)/i;

export const holdsPlaceholder = (value: unknown): boolean =>
  Array.isArray(value) ? BEGINS.test(value.join(',')) : typeof value === 'string' && BEGINS.test(value);

export const isShown = ({ kind, when }: Field, settings: Settings): boolean =>
  kind !== 'hidden' && (when?.(settings, undefined) ?? true);

export const isLocked = ({ locked }: Field, settings: Settings): boolean => locked?.(settings, undefined) ?? false;

export const disabledReason = ({ disabled }: Field, settings: Settings): DisabledReason | null =>
  disabled?.(settings, undefined) ?? null;

const optionsOf = (field: Field): readonly Option[] => ('options' in field ? field.options : []);

/** Adds stored options that are no longer offered, so that no stored value is dropped silently. */
export function choicesWithStored(options: readonly Option[], chosen: readonly string[]): Option[] {
  const offered = options.filter(({ value, storedOnly }) => !storedOnly || chosen.includes(value));
  const unknown = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...offered, ...unknown.map((value) => ({ value, label: value }))];
}

const isEmpty = (field: Field, value: unknown) =>
  String(value).trim() === '' || optionsOf(field).some((option) => option.none && option.value === value);

const shownFields = (fields: Fields, settings: Settings) =>
  Object.entries(fields).filter(([, field]) => isShown(field, settings));

export function missingFields(fields: Fields, stored: Settings): string[] {
  const settings: Settings = settingsOf(fields, stored);
  return shownFields(fields, settings)
    .filter(([, field]) => field.required && !isLocked(field, settings) && !disabledReason(field, settings))
    .filter(([key, field]) => isEmpty(field, valueAt(settings, key)))
    .map(([key]) => key);
}

export const missingFieldText = (field: Field | undefined): string =>
  field && optionsOf(field).length > 0 ? msg('Choose an option.') : msg('This field is required.');

/** Otherwise, a camera or platform would receive the core's passwords. */
const PLACEHOLDER = msg(
  'Remove the words in curly brackets: the core replaces them with its own passwords. In an address, write %7B for {.',
);

const NO_FIGURE = msg('Not a number that this setting takes.');

/** Returns faults of the visible fields, as English texts by key. */
export function fieldFaults(fields: Fields, stored: Settings): Record<string, string> {
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

/** Resets hidden fields that contain placeholders of the core; other hidden fields keep their values. */
export function withoutUnseenPlaceholders(fields: Fields, stored: Settings): Settings {
  const settings: Settings = settingsOf(fields, stored);
  const unseen = Object.entries(fields).filter(
    ([key, field]) => field.kind !== 'hidden' && !isShown(field, settings) && holdsPlaceholder(valueAt(settings, key)),
  );
  return unseen.reduce((rest, [key]) => withValue(rest, key, undefined), settings);
}

/** Stored numbers out of range are kept. Figures are stored as typed, so they are checked. */
function unfitValue(field: Field, value: unknown): string | null {
  if (!hasValue(field) || (isTyped(field) && !isFigure(field))) return null;
  const fault = inputFault(field, showValue(field, value));
  if (fault !== null && isFigure(field)) return NO_FIGURE;
  return fault === null || typeof fault === 'string' ? fault : fault.text;
}
