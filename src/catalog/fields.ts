import type { Requirements } from '../media/skills.ts';

/** A form is data: what can be set, what it starts with, and when it is shown. One renderer per kind draws it. */
export type Option = {
  value: string;
  label: string;
  /** Offered only by a core that can do this. */
  needs?: Requirements;
};

export type Settings = Record<string, unknown>;

type Common = {
  /** English text, marked with msg(). */
  label: string;
  /** One line below the field. */
  help?: string;
  /** Shown only while this holds; a hidden field keeps its value. */
  when?: (settings: Settings) => boolean;
  /** Belongs behind "Advanced". */
  advanced?: boolean;
  required?: boolean;
};

export type TextField = Common & { kind: 'text'; default: string; placeholder?: string };
/** A password or key: never shown unasked, masked in logs and reports. */
export type SecretField = Common & { kind: 'secret'; default: string };
export type NumberField = Common & {
  kind: 'number';
  default: number;
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
};
export type SelectField = Common & { kind: 'select'; default: string; options: readonly Option[]; unit?: string };
/** A list that also takes what is typed; a value outside of the list is a typed one. */
export type SelectOrCustomField = Common & {
  kind: 'selectOrCustom';
  default: string;
  options: readonly Option[];
  unit?: string;
};
export type MultiselectField = Common & { kind: 'multiselect'; default: readonly string[]; options: readonly Option[] };
export type ToggleField = Common & { kind: 'toggle'; default: boolean };
/** Has no control: it follows from the others, and is stored because other interfaces read it. */
export type DerivedField = Common & {
  kind: 'derived';
  default: string;
  /** null: nothing follows, and what is stored stays. Sees the fields before it. */
  from: (settings: Settings) => string | null;
};

/** Shown and not edited: a text of the channel, which is changed there. */
export type MetaField = Common & {
  kind: 'meta';
  default: string;
  of: 'name' | 'description';
  /** The channel's text, put in by fittedTo; without it what was stored stays. */
  value?: string;
};

export type Field =
  | TextField
  | SecretField
  | NumberField
  | SelectField
  | SelectOrCustomField
  | MultiselectField
  | ToggleField
  | DerivedField
  | MetaField;

/** By key; `rtsp.udp` is the key udp of the group rtsp. Order here is order on the form. */
export type Fields = Record<string, Field>;

type ValueOf<F extends Field> = F extends NumberField
  ? number
  : F extends ToggleField
    ? boolean
    : F extends MultiselectField
      ? string[]
      : string;
type Groups<F extends Fields> = keyof F extends infer K
  ? K extends `${infer Group}.${string}`
    ? Group
    : never
  : never;

/** The settings of a form, nested as its dotted keys say. */
export type SettingsOf<F extends Fields> = {
  [K in keyof F as K extends `${string}.${string}` ? never : K]: ValueOf<F[K]>;
} & {
  [Group in Groups<F>]: {
    [K in keyof F as K extends `${Group}.${infer Key}` ? Key : never]: ValueOf<F[K]>;
  };
};

type Definition<F extends Field> = Omit<F, 'kind' | 'default' | 'options'>;
type Choices = { options: readonly (string | Option)[] };

const choices = (options: readonly (string | Option)[]): Option[] =>
  options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));

export const text = (field: Definition<TextField> & { default?: string }): TextField => ({
  default: '',
  ...field,
  kind: 'text',
});
export const secret = (field: Definition<SecretField> & { default?: string }): SecretField => ({
  default: '',
  ...field,
  kind: 'secret',
});
export const number = (field: Omit<NumberField, 'kind'>): NumberField => ({ ...field, kind: 'number' });
export const toggle = (field: Definition<ToggleField> & { default?: boolean }): ToggleField => ({
  default: false,
  ...field,
  kind: 'toggle',
});
export const select = (field: Definition<SelectField> & { default: string } & Choices): SelectField => ({
  ...field,
  options: choices(field.options),
  kind: 'select',
});
export const selectOrCustom = (
  field: Definition<SelectOrCustomField> & { default: string } & Choices,
): SelectOrCustomField => ({ ...field, options: choices(field.options), kind: 'selectOrCustom' });
export const multiselect = (
  field: Definition<MultiselectField> & { default: readonly string[] } & Choices,
): MultiselectField => ({ ...field, options: choices(field.options), kind: 'multiselect' });
export const derived = (field: Omit<DerivedField, 'kind'>): DerivedField => ({ ...field, kind: 'derived' });
export const meta = (field: Omit<MetaField, 'kind' | 'default' | 'value'>): MetaField => ({
  ...field,
  default: '',
  kind: 'meta',
});
