import { choicesWithStored } from '../catalog/form/evaluateFields.ts';
import type { Fields, Settings } from '../catalog/form/fields.ts';
import {
  hasValue,
  inputFault,
  isFigure,
  isGroup,
  showValue,
  type ValueField,
  valueAt,
  withValue,
} from '../catalog/form/fieldValues.ts';
import { HeadlessError } from './error.ts';
import { formatList, quote } from './formatList.ts';
import { faultText } from './inEnglish.ts';

/**
 * @param place name of the argument for messages
 * @throws HeadlessError `refused`, with all unknown settings
 */
export function applySettings(fields: Fields, stored: Settings, changes: Settings, place: string): Settings {
  const leaves = leavesOf(fields, changes);
  const faults = leaves.flatMap(([key, value]) => {
    const fault = faultOf(fields, key, value, valueAt(stored, key));
    return fault === null ? [] : [`${place}.${key}: ${fault}`];
  });
  if (faults.length > 0) throw new HeadlessError('refused', faults.join('; '));
  return leaves.reduce((settings, [key, value]) => withValue(settings, key, value), stored);
}

export const faultsText = (faults: Readonly<Record<string, string>>): string =>
  Object.entries(faults)
    .map(([key, text]) => (key === '' ? text : `settings.${key}: ${text}`))
    .join('; ');

/** Flattens to keys of the form: `{ rtsp: { udp: true } }` is `rtsp.udp`. */
const leavesOf = (fields: Fields, changes: Settings, group = ''): [key: string, value: unknown][] =>
  Object.entries(changes).flatMap(([name, value]) => {
    const key = group + name;
    const isGroupOfForm = Object.keys(fields).some((name) => name.startsWith(`${key}.`));
    return isGroupOfForm && isGroup(value) ? leavesOf(fields, value, `${key}.`) : [[key, value]];
  });

function faultOf(fields: Fields, key: string, value: unknown, stored: unknown): string | null {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (!field || !hasValue(field)) return `there is no such setting, but ${formatList(namesOf(fields))}`;
  return kindFault(field, value) ?? choiceFault(field, value, stored) ?? figureFault(field, value);
}

const namesOf = (fields: Fields) =>
  Object.entries(fields).flatMap(([key, field]) =>
    hasValue(field) && field.kind !== 'hidden' && field.kind !== 'readonly' ? [key] : [],
  );

function kindFault(field: ValueField, value: unknown): string | null {
  const [isKind, phrase] = kindOf(field);
  if (isKind(value)) return null;
  return value === undefined ? `${phrase} is missing` : `expected ${phrase}`;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

function kindOf(field: ValueField): readonly [is: (value: unknown) => boolean, words: string] {
  switch (field.kind) {
    case 'toggle':
      return [(value) => typeof value === 'boolean', 'true or false'];
    case 'number':
      return [(value) => isNumber(value) || (value === undefined && field.unset !== undefined), 'a number'];
    case 'list':
    case 'multiselect':
      return [isTexts, 'a list of texts'];
    case 'hidden':
      return [(value) => typeof value === typeof field.default, `a value such as ${quote(field.default)}`];
    default:
      return isFigure(field) ? [(value) => isText(value) || isNumber(value), 'a number or a text'] : [isText, 'a text'];
  }
}

function choiceFault(field: ValueField, value: unknown, stored: unknown): string | null {
  if (field.kind !== 'select' && field.kind !== 'multiselect') return null;
  const chosen = [stored].flat().filter(isText);
  const values = choicesWithStored(field.options, chosen).map((option) => option.value);
  const unknown = [value].flat().find((item) => !values.includes(String(item)));
  return unknown === undefined ? null : `${quote(unknown)} is none of ${formatList(values)}`;
}

function figureFault(field: ValueField, value: unknown): string | null {
  const fault = inputFault(field, showValue(field, value));
  return fault === null ? null : faultText(fault);
}
