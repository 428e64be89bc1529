import { msg } from '../../i18n/msg.ts';
import type {
  AnyFields,
  Field,
  FieldOf,
  Kind,
  NumberField,
  Settings,
  SettingsOf,
  TextField,
  ValueKind,
} from './fields.ts';
import { type FigureFault, figureFault, LARGEST, parseFigure, readAmount } from './parseFigure.ts';

export const isGroup = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function valueAt(settings: Settings, key: string): unknown {
  let value: unknown = settings;
  for (const part of key.split('.')) value = isGroup(value) ? value[part] : undefined;
  return value;
}

export function withValue(settings: Settings, key: string, value: unknown): Settings {
  const [head = '', ...rest] = key.split('.');
  if (rest.length === 0) return { ...settings, [head]: value };
  const group = settings[head];
  return { ...settings, [head]: withValue(isGroup(group) ? group : {}, rest.join('.'), value) };
}

export const isSwitchedOn = (settings: Settings, key: string): boolean => valueAt(settings, key) === true;

export function listAt(settings: Settings, key: string): string[] {
  const found = valueAt(settings, key);
  return Array.isArray(found) ? found.map(String) : [];
}

export const optionIfSet = (name: string, value: string): string[] => (value.trim() === '' ? [] : [name, value.trim()]);

/** Fills in defaults and converts stored settings to the types of their fields. Unknown keys stay. */
export function settingsOf<F extends AnyFields>(fields: F, stored: unknown): SettingsOf<F> {
  let settings: Settings = isGroup(stored) ? stored : {};
  for (const [key, field] of Object.entries(fields)) {
    if (!hasValue(field) || field.browserKey !== undefined) continue;
    const stored = valueAt(settings, key);
    const value = readValue(field, stored, settings);
    if (value !== undefined || stored !== undefined) settings = withValue(settings, key, value);
  }
  // Every key of F was written with its type; TypeScript cannot follow computed keys.
  return settings as SettingsOf<F>;
}

export const defaultsOf = <F extends AnyFields>(fields: F): SettingsOf<F> => settingsOf(fields, {});

/** Also replaces empty texts with their defaults. */
export function fillDefaults<const F extends AnyFields>(fields: F, settings: Settings): SettingsOf<F> {
  const empty = Object.entries(fields).filter(
    ([key, field]) =>
      hasValue(field) && typeof field.default === 'string' && String(valueAt(settings, key)).trim() === '',
  );
  return settingsOf(
    fields,
    empty.reduce((rest, [key]) => withValue(rest, key, undefined), settings),
  );
}

const COMMON = [
  ...['password', 'passwort', 'kennwort', 'admin', 'administrator', 'root', 'user', 'letmein', 'welcome', 'iloveyou'],
  ...['restreamer', 'sluice', 'datarhei', 'stream', 'streaming', 'live', 'secret', 'changeme', 'default', 'test'],
];
const RUNS = [
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiop', 'qwertzuiop', 'azertyuiop'],
  ...['asdfghjkl', 'yxcvbnm', 'zxcvbnm', '1q2w3e4r5t6z7u8i9o0p', '1q2w3e4r5t6y7u8i9o0p'],
];
const backwards = (text: string) => [...text].toReversed().join('');
const LINES = RUNS.flatMap((run) => [run, backwards(run)]);
/** Fewer different characters are a repetition. */
const FEW = 4;

/** Whether an attacker would guess the password early, regardless of its length. */
export function isGuessablePassword(password: string): boolean {
  const typed = password.toLowerCase();
  if (new Set(typed).size < FEW) return true;
  if (LINES.some((line) => line.includes(typed))) return true;
  const unit = typed.replace(/^[^a-z]+|(?<![^a-z])[^a-z]+$/g, '');
  return unit !== '' && COMMON.includes(unit) && typed.length - unit.length <= 4;
}

export type InputValue = string | boolean | readonly string[];

export type Message = FigureFault;

interface Rules<K extends Kind> {
  read(field: FieldOf<K, never>, stored: unknown, settings: Settings): unknown;
  show(value: unknown, field: FieldOf<K, never>): InputValue;
  /** Converts the input to what is sent; `stored` is the previous value. */
  parse(input: InputValue, field: FieldOf<K, never>, stored: unknown): unknown;
  unfit(input: InputValue, field: FieldOf<K, never>): Message | null;
  /** The input becomes the value only on blur. */
  typed?: true;
}

const HIGHEST_PORT = 65_535;

const fine = () => null;
const show = (value: unknown) => (value === undefined || value === null ? '' : String(value));
const textOf = (stored: unknown, fallback: string) =>
  typeof stored === 'string' || typeof stored === 'number' ? String(stored) : fallback;
const readText = (field: { default: string }, stored: unknown) => textOf(stored, field.default);

type FigureField = Pick<TextField<never>, 'figure' | 'unit'> & { options?: readonly { value: string }[] };

/** null if the input is not a valid number. Values of options are accepted unchanged. */
function figureIn({ figure, unit, options = [] }: FigureField, input: InputValue): string | null {
  const typed = String(input);
  return !figure || options.some(({ value }) => value === typed) ? typed : parseFigure(typed, figure, unit);
}

/** An unreadable stored figure stays: it is marked, and only the operator changes it. */
const figureOr = (field: FigureField, input: string): string => figureIn(field, input) ?? input;

const typedText = {
  read: (field: FigureField & { default: string }, stored: unknown) => figureOr(field, readText(field, stored)),
  show,
  unfit: (input: InputValue, field: FigureField) =>
    figureIn(field, input) === null ? figureFault(field.figure ?? {}) : null,
};

const text = { read: readText, show, parse: String, unfit: fine };
const entries = {
  read: (field: { default: readonly string[] }, stored: unknown) =>
    Array.isArray(stored) ? stored.map(String) : [...field.default],
  unfit: fine,
};

export const portFieldHost = (address: unknown): string =>
  show(address).slice(0, Math.max(0, show(address).lastIndexOf(':')));
export const portInput = (address: unknown): string => show(address).slice(show(address).lastIndexOf(':') + 1);

const entriesOf = (typed: string, by: 'commas' | 'lines') =>
  typed
    .split(by === 'commas' ? ',' : /[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const digits = /^\d+$/;

type NumberRules = Pick<NumberField<never>, 'empty' | 'unit' | 'step'>;

/** NaN if malformed. */
function numberOf(input: InputValue, { empty, unit, step = 1 }: NumberRules): number {
  const typed = String(input).trim();
  if (typed === '' && empty !== undefined) return empty;
  return readAmount(typed, unit, step % 1 === 0) ?? Number.NaN;
}

const isUnset = (input: InputValue, { unset }: Pick<NumberField<never>, 'unset'>): boolean =>
  unset !== undefined && String(input).trim() === '';

const lengthText = (min: number, max: number | undefined): Message =>
  max === undefined
    ? { text: msg('Enter at least {{min}} characters.'), values: { min } }
    : { text: msg('Enter {{min}} to {{max}} characters.'), values: { min, max } };

function jsonFault(typed: string): Message | null {
  try {
    JSON.parse(typed);
    return null;
  } catch (error) {
    const line = lineOf(String(error), typed);
    if (line === null) return msg('This is not valid JSON.');
    return { text: msg('This is not valid JSON: line {{line}}.'), values: { line } };
  }
}

/** Browsers report a line, a position, an early end, or nothing. */
function lineOf(error: string, typed: string): number | null {
  const [, line] = /\bline (\d+)/.exec(error) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /\bposition (\d+)/.exec(error) ?? [];
  const at = position !== undefined ? Number(position) : /\bend\b|\bEOF\b/.test(error) ? typed.trimEnd().length : null;
  return at === null ? null : typed.slice(0, at).split('\n').length;
}

const kinds: { [K in ValueKind]: Rules<K> } = {
  text: {
    ...typedText,
    parse: (input, field) => {
      const { tidy = (typed) => typed } = field;
      return tidy(figureOr(field, String(input).trim()));
    },
  },
  secret: {
    ...text,
    unfit: (input, { min = 0, max, judged }) => {
      const typed = String(input);
      if (typed === '') return null;
      if (typed.length < min || (max !== undefined && typed.length > max)) return lengthText(min, max);
      return judged && isGuessablePassword(typed)
        ? msg('This password is easy to guess. Choose a different one.')
        : null;
    },
  },
  number: {
    read: (field, stored) => {
      const value = typeof stored === 'string' && stored.trim() !== '' ? Number(stored) : stored;
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      return field.unset === undefined ? field.default : undefined;
    },
    show,
    parse: (input, field) => (isUnset(input, field) ? undefined : numberOf(input, field)),
    unfit: (input, field) => {
      if (isUnset(input, field)) return null;
      const { min = -LARGEST, max = LARGEST, step = 1, unset } = field;
      const n = numberOf(input, field);
      const fits = n >= min && n <= max && (step % 1 !== 0 || Number.isInteger(n));
      if (fits) return null;
      // `LARGEST` is only mentioned when exceeded.
      const limits = n > max || n < -LARGEST ? { min, max } : field;
      return figureFault({
        ...field,
        ...limits,
        step: step % 1 === 0 ? 1 : step,
        ...(unset !== undefined && { optional: true }),
      });
    },
    typed: true,
  },
  port: {
    read: readText,
    show: portInput,
    parse: (input, _, stored) => {
      const port = String(input).trim();
      return `${portFieldHost(stored)}:${digits.test(port) ? Number(port) : port}`;
    },
    unfit: (input) => {
      const port = String(input).trim();
      // The core accepts any number, but does not restart with an impossible port.
      const possible = digits.test(port) && Number(port) >= 1 && Number(port) <= HIGHEST_PORT;
      return possible ? null : msg('Enter a port from 1 to 65535.');
    },
    typed: true,
  },
  select: text,
  selectOrCustom: { ...typedText, parse: (input, field) => figureOr(field, String(input)) },
  multiselect: { ...entries, show: listOf, parse: listOf },
  list: {
    ...entries,
    show: (value, { by }) => listOf(value).join(by === 'commas' ? ', ' : '\n'),
    parse: (input, { by }) => entriesOf(String(input), by),
    typed: true,
  },
  toggle: {
    read: (field, stored) => (typeof stored === 'boolean' ? stored : field.default),
    show: (value) => value === true,
    parse: (input) => input === true,
    unfit: fine,
  },
  json: {
    ...text,
    unfit: (input) => (String(input).trim() === '' ? null : jsonFault(String(input))),
  },
  readonly: {
    ...text,
    read: (field, stored, settings) => field.from?.(settings) ?? textOf(stored, field.default),
  },
  hidden: {
    ...text,
    read: (field, stored, settings) => {
      const fallback = field.default;
      if (typeof fallback === 'string') return field.from?.(settings) ?? textOf(stored, fallback);
      return typeof stored === typeof fallback ? stored : fallback;
    },
  },
};

/** A definition with a context, or a field of a form without one. */
export type ValueField<C = never> = Exclude<Field<C>, { kind: 'pair' | 'panel' }>;

export const hasValue = <C>(field: Field<C>): field is ValueField<C> => field.kind !== 'pair' && field.kind !== 'panel';

const rulesOf = <K extends ValueKind>(kind: K): Rules<K> => kinds[kind];
const readAs = <K extends ValueKind>(kind: K, field: FieldOf<K, never>, stored: unknown, settings: Settings) =>
  rulesOf(kind).read(field, stored, settings);
const showAs = <K extends ValueKind>(kind: K, field: FieldOf<K, never>, value: unknown) =>
  rulesOf(kind).show(value, field);
const parseAs = <K extends ValueKind>(kind: K, field: FieldOf<K, never>, input: InputValue, stored: unknown) =>
  rulesOf(kind).parse(input, field, stored);
const unfitAs = <K extends ValueKind>(kind: K, field: FieldOf<K, never>, input: InputValue) =>
  rulesOf(kind).unfit(input, field);

export const readValue = (field: ValueField, stored: unknown, settings: Settings): unknown =>
  readAs(field.kind, field, stored, settings);
export const showValue = (field: ValueField, value: unknown): InputValue => showAs(field.kind, field, value);
export const parseInput = (field: ValueField, input: InputValue, stored: unknown): unknown =>
  parseAs(field.kind, field, input, stored);
export const inputFault = (field: ValueField, input: InputValue): Message | null => unfitAs(field.kind, field, input);
export const isFigure = (field: ValueField): boolean => 'figure' in field && field.figure !== undefined;
export const isTyped = (field: ValueField): boolean => kinds[field.kind].typed === true || isFigure(field);

/** Formats the input on blur; invalid input stays. */
export const inputOnceLeft = (field: ValueField, input: InputValue): InputValue =>
  isTyped(field) && inputFault(field, input) === null ? showValue(field, parseInput(field, input, undefined)) : input;

/** Keys of stored figures in human notation, such as 4000k or 29,97. */
export const misspeltFigures = (fields: AnyFields, stored: unknown): string[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const text = isGroup(stored) ? valueAt(stored, key) : undefined;
    const isText = typeof text === 'string' || typeof text === 'number';
    return hasValue(field) && isFigure(field) && isText && readValue(field, text, {}) !== String(text) ? [key] : [];
  });

export const readPreference = (field: ValueField, stored: string | undefined): unknown =>
  field.kind === 'toggle' && stored !== undefined ? stored === 'true' : readValue(field, stored, {});
