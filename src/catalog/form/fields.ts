import type { Extension } from '../../api/coreExtensions.ts';
import type { Requirements } from '../../media/encoding/skills.ts';
import type { Figure } from './parseFigure.ts';

export type Option = {
  value: string;
  label: string;
  note?: string;
  needs?: Requirements;
  extension?: Extension;
  /** Means "nothing chosen": a required field is then missing. */
  none?: true;
  /** Not offered, but shown with its label where stored. */
  storedOnly?: true;
};

export type Settings = Record<string, unknown>;

type Rule<C, T> = (settings: Settings, context: C) => T;

export type DisabledReason = { text: string; tab?: string };

type Member<C> = {
  /** Whether it is shown; a hidden field keeps its value. */
  when?: Rule<C, boolean>;
  advanced?: boolean;
  /** Heading for neighboring fields of the same group. */
  group?: string;
  /** Returns why the field is read-only, or null. */
  disabled?: Rule<C, DisabledReason | null>;
  /** Set by the core's environment: shown with a badge, never sent. */
  locked?: Rule<C, boolean>;
  fault?: Rule<C, string | null>;
  required?: boolean;
  /** Stored in the browser under this key instead of the settings, see `ofBrowser`. */
  browserKey?: string;
};

/**
 * The part of a connection that a field holds, by which a failure finds its field. `address`: everything without a
 * field of its own. `server`: base to which the key is appended. `place`: one of several servers. `application`: path
 * at the server. `key`: secret at the end of the address. `stream`: name or key sent separately. `token`: shown beside
 * the key.
 */
export type FieldContent =
  | ('address' | 'server' | 'place' | 'application')
  | ('key' | 'stream' | 'token')
  | ('username' | 'password' | 'passphrase')
  | ('transport' | 'device');

type WithLabel<C> = Member<C> & {
  label: string;
  holds?: FieldContent;
  help?: string;
};

type WithOptions<C> = WithLabel<C> & {
  options: readonly Option[];
  /** More options that only the core knows, such as devices. The form can search for them again. */
  found?: (context: C) => readonly Option[];
};

export type TextField<C = unknown> = WithLabel<C> & {
  kind: 'text';
  default: string;
  placeholder?: string;
  unit?: string;
  /** The text is a number; other input is a fault. */
  figure?: Figure;
  /** Covered until shown, as it may contain a secret. */
  covered?: true;
  suggestions?: readonly string[];
  rows?: number;
  /** Normalizes input for the core, after trimming. For settings of the core only. */
  tidy?: (typed: string) => string;
};
/** A password or key: hidden by default, masked in logs and reports. */
export type SecretField<C = unknown> = WithLabel<C> & {
  kind: 'secret';
  default: string;
  copy?: boolean;
  draws?: boolean;
  /** Minimum length unless empty. */
  min?: number;
  max?: number;
  judged?: true;
};
export type NumberField<C = unknown> = WithLabel<C> & {
  kind: 'number';
  default: number;
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
  /** The value of an empty field; without it, a number is required. */
  empty?: number;
  /** Text for the effect of leaving it unset, see `numberOrNone`. */
  unset?: string;
};
export type PortField<C = unknown> = WithLabel<C> & { kind: 'port'; default: string };
export type SelectField<C = unknown> = WithOptions<C> & { kind: 'select'; default: string; unit?: string };
export type SelectOrCustomField<C = unknown> = WithOptions<C> & {
  kind: 'selectOrCustom';
  default: string;
  unit?: string;
  figure?: Figure;
};
export type MultiselectField<C = unknown> = WithOptions<C> & { kind: 'multiselect'; default: readonly string[] };
export type ListField<C = unknown> = WithLabel<C> & {
  kind: 'list';
  default: readonly string[];
  by: 'commas' | 'lines';
  placeholder?: string;
};
export type ToggleField<C = unknown> = WithLabel<C> & { kind: 'toggle'; default: boolean };
export type JsonField<C = unknown> = WithLabel<C> & { kind: 'json'; default: string };

type DerivedValue = {
  /** Derives the value from earlier fields; null keeps the stored one. */
  from?: (settings: Settings) => string | null;
};

export type ReadonlyField<C = unknown> = WithLabel<C> &
  DerivedValue & {
    kind: 'readonly';
    default: string;
    rows?: number;
    meta?: 'name' | 'description';
  };
/** Stored for other interfaces and never shown. */
export type HiddenField<T extends Plain = Plain, C = unknown> = Member<C> &
  DerivedValue & {
    kind: 'hidden';
    default: T;
    secret?: true;
  };
type Plain = string | number | boolean;

export type Pair<C = unknown> = WithLabel<C> & { kind: 'pair'; of: readonly [string, string] };
/** A component of the screen, found by this name. */
export type PanelField<C = unknown> = Member<C> & {
  kind: 'panel';
  name: string;
  short?: true;
};

export type Field<C = unknown> =
  | TextField<C>
  | SecretField<C>
  | NumberField<C>
  | PortField<C>
  | SelectField<C>
  | SelectOrCustomField<C>
  | MultiselectField<C>
  | ListField<C>
  | ToggleField<C>
  | JsonField<C>
  | ReadonlyField<C>
  | HiddenField<Plain, C>
  | Pair<C>
  | PanelField<C>;

export type Kind = Field['kind'];
export type FieldOf<K extends Kind, C = unknown> = Extract<Field<C>, { kind: K }>;
export type ValueKind = Exclude<Kind, 'pair' | 'panel'>;

/** Keyed by dotted key: `rtsp.udp` is the key `udp` in `rtsp`. In the order of the form. */
export type Fields<C = unknown> = Record<string, Field<C>>;
export type AnyFields = Fields<never>;

type WidenedType<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : never;
type ValueOf<F> = F extends { kind: 'number' }
  ? F extends { unset: string }
    ? number | undefined
    : number
  : F extends { kind: 'toggle' }
    ? boolean
    : F extends { kind: 'multiselect' | 'list' }
      ? string[]
      : F extends { kind: 'hidden'; default: infer T }
        ? WidenedType<T>
        : string;
type StoredFields<F> = {
  [K in keyof F as F[K] extends { kind: 'pair' | 'panel' } | { browserKey: string } ? never : K]: F[K];
};
type Groups<F> = keyof F extends infer K ? (K extends `${infer Group}.${string}` ? Group : never) : never;
type NestedSettings<F> = { [K in keyof F as K extends `${string}.${string}` ? never : K]: ValueOf<F[K]> } & {
  [Group in Groups<F>]: { [K in keyof F as K extends `${Group}.${infer Key}` ? Key : never]: ValueOf<F[K]> };
};

export type SettingsOf<F extends AnyFields> = NestedSettings<StoredFields<F>>;

type FieldInput<F> = Omit<F, 'kind' | 'default' | 'options' | 'browserKey'>;
type Choices = { options: readonly (string | Option)[] };

const choices = (options: readonly (string | Option)[]): Option[] =>
  options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));

export const textField = <C>(field: FieldInput<TextField<C>> & { default?: string }): TextField<C> => ({
  default: '',
  ...field,
  kind: 'text',
});
export const secret = <C>(field: FieldInput<SecretField<C>> & { default?: string }): SecretField<C> => ({
  default: '',
  ...field,
  kind: 'secret',
});
export const number = <C>(field: FieldInput<NumberField<C>> & { default: number }): NumberField<C> => ({
  ...field,
  kind: 'number',
});
/** An optional number. `default`: counts as unchanged if set. */
export const numberOrNone = <C>(
  field: FieldInput<NumberField<C>> & { default: number; unset: string },
): NumberField<C> & { unset: string } => ({ ...field, kind: 'number' });
export const port = <C>(field: FieldInput<PortField<C>> & { default?: string }): PortField<C> => ({
  default: '',
  ...field,
  kind: 'port',
});
export const toggle = <C>(field: FieldInput<ToggleField<C>> & { default?: boolean }): ToggleField<C> => ({
  default: false,
  ...field,
  kind: 'toggle',
});
export const select = <C>(field: FieldInput<SelectField<C>> & { default: string } & Choices): SelectField<C> => ({
  ...field,
  options: choices(field.options),
  kind: 'select',
});
export const selectOrCustom = <C>(
  field: FieldInput<SelectOrCustomField<C>> & { default: string } & Choices,
): SelectOrCustomField<C> => ({ ...field, options: choices(field.options), kind: 'selectOrCustom' });
export const multiselect = <C>(
  field: FieldInput<MultiselectField<C>> & { default: readonly string[] } & Choices,
): MultiselectField<C> => ({ ...field, options: choices(field.options), kind: 'multiselect' });
export const listField = <C>(field: FieldInput<ListField<C>> & { default?: readonly string[] }): ListField<C> => ({
  default: [],
  ...field,
  kind: 'list',
});
export const json = <C>(field: FieldInput<JsonField<C>>): JsonField<C> => ({ ...field, default: '', kind: 'json' });
export const readonly = <C>(field: FieldInput<ReadonlyField<C>> & { default?: string }): ReadonlyField<C> => ({
  default: '',
  ...field,
  kind: 'readonly',
});
export const hidden = <T extends Plain, C = unknown>(
  field: Pick<HiddenField<T, C>, 'default' | 'from' | 'when' | 'secret'>,
): HiddenField<T, C> => ({ ...field, kind: 'hidden' });
export const pair = <C>(field: FieldInput<Pair<C>>): Pair<C> => ({ ...field, kind: 'pair' });
export const panel = <C>(field: FieldInput<PanelField<C>>): PanelField<C> => ({ ...field, kind: 'panel' });

export const withGroup = <F extends AnyFields>(group: string, fields: F): F =>
  // TypeScript cannot see that no key is lost.
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, group }])) as F;

/** A browser preference: takes effect at once and is never sent. */
export const ofBrowser = <C>(browserKey: string, field: ToggleField<C> | SelectField<C> | TextField<C>) => ({
  ...field,
  browserKey,
});
