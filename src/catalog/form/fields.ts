import type { Extension } from '../../api/coreExtensions.ts';
import type { Requirements } from '../../media/encoding/skills.ts';
import type { Figure } from './parseFigure.ts';

export type Option = {
  value: string;
  label: string;
  /** Stands behind it in brackets; marked with msg(). */
  note?: string;
  /** Offered only by a core that can do this. */
  needs?: Requirements;
  /** Offered only by a core that has this beyond the contract. */
  extension?: Extension;
  /** Stands for nothing chosen: where the field is required, it is missing. */
  none?: true;
  /** Not offered to anybody new; who has it stored sees it by its label, and keeps it. */
  storedOnly?: true;
};

export type Settings = Record<string, unknown>;

type Rule<C, T> = (settings: Settings, context: C) => T;

export type DisabledReason = { text: string; tab?: string };

type Member<C> = {
  /** Shown only while this holds; a hidden field keeps its value. */
  when?: Rule<C, boolean>;
  /** Belongs behind "Advanced". */
  advanced?: boolean;
  /** The heading that it stands below, together with its neighbours of the same group; also within "Advanced". */
  group?: string;
  /** Not null: shown, but not to be changed now. */
  disabled?: Rule<C, DisabledReason | null>;
  /** Fixed by the environment of the core: shown with a badge, never sent. */
  locked?: Rule<C, boolean>;
  /** Errors beyond the checks of its kind. */
  fault?: Rule<C, string | null>;
  required?: boolean;
  /** Kept under this key in the browser and no part of the settings; see ofBrowser(). */
  browserKey?: string;
};

/**
 * The part of the connection to a platform or source that a field holds; a failure finds its field by it, see
 * fieldsFor(). `address`: everything without a field of its own. `server`: the key of the form is appended to it, see
 * pastedIn(); its placeholder shows how deep its path is. `place`: one of several servers. `application`: the path at
 * the server. `key`: a secret at the end of the address, see pastedIn(). `stream`: a name or key sent in another way.
 * `token`: a value shown beside it.
 */
export type FieldContent =
  | ('address' | 'server' | 'place' | 'application')
  | ('key' | 'stream' | 'token')
  | ('username' | 'password' | 'passphrase')
  | ('transport' | 'device');

type WithLabel<C> = Member<C> & {
  /** English text, marked with msg(). */
  label: string;
  holds?: FieldContent;
  /** One line below the field. */
  help?: string;
};

type WithOptions<C> = WithLabel<C> & {
  options: readonly Option[];
  /** Further options that only the core knows, such as its devices. The form offers to look for them again. */
  found?: (context: C) => readonly Option[];
};

export type TextField<C = unknown> = WithLabel<C> & {
  kind: 'text';
  default: string;
  placeholder?: string;
  unit?: string;
  /** It is a number: what is typed is read as one, and anything else is a fault. */
  figure?: Figure;
  /** A secret may be a part of it: it is covered until somebody wants to see it. */
  covered?: true;
  /** What was entered elsewhere, to choose from; anything else may be typed. */
  suggestions?: readonly string[];
  /** Lines to write on; one unless given. */
  rows?: number;
  /** Brings what was typed into the form that the core wants; blanks around it go anyway. Settings of the core only. */
  tidy?: (typed: string) => string;
};
/** A password or key: never shown unasked, masked in logs and reports. */
export type SecretField<C = unknown> = WithLabel<C> & {
  kind: 'secret';
  default: string;
  /** Offers to copy it: somebody else has to be told. */
  copy?: boolean;
  /** Offers one that nobody can guess. */
  draws?: boolean;
  /** Characters that it must have, unless it is empty. */
  min?: number;
  max?: number;
  /** A password that people choose: what is easy to guess is not taken. */
  judged?: true;
};
export type NumberField<C = unknown> = WithLabel<C> & {
  kind: 'number';
  default: number;
  min?: number;
  max?: number;
  /** 1 unless given: whole numbers. */
  step?: number;
  unit?: string;
  /** The value of an empty field; without it, a number is required. */
  empty?: number;
  /** The effect of an unset number, which stays unset; see numberOrNone(). */
  unset?: string;
};
export type PortField<C = unknown> = WithLabel<C> & { kind: 'port'; default: string };
export type SelectField<C = unknown> = WithOptions<C> & { kind: 'select'; default: string; unit?: string };
export type SelectOrCustomField<C = unknown> = WithOptions<C> & {
  kind: 'selectOrCustom';
  default: string;
  unit?: string;
  /** What is typed in place of an option is a number; see TextField. */
  figure?: Figure;
};
export type MultiselectField<C = unknown> = WithOptions<C> & { kind: 'multiselect'; default: readonly string[] };
/** Entries that are typed, one to a line or separated by commas. */
export type ListField<C = unknown> = WithLabel<C> & {
  kind: 'list';
  default: readonly string[];
  by: 'commas' | 'lines';
  placeholder?: string;
};
export type ToggleField<C = unknown> = WithLabel<C> & { kind: 'toggle'; default: boolean };
export type JsonField<C = unknown> = WithLabel<C> & { kind: 'json'; default: string };

type DerivedValue = {
  /** It follows from the fields before it. null: nothing follows, and what is stored stays. */
  from?: (settings: Settings) => string | null;
};

/** Shown and not edited here. */
export type ReadonlyField<C = unknown> = WithLabel<C> &
  DerivedValue & {
    kind: 'readonly';
    default: string;
    rows?: number;
    /** A text of the channel, which is changed there. */
    meta?: 'name' | 'description';
  };
/** Stored and never shown: other interfaces read it. */
export type HiddenField<T extends Plain = Plain, C = unknown> = Member<C> &
  DerivedValue & {
    kind: 'hidden';
    default: T;
    /** Masked wherever it is sent, as it stands and as it was stored. */
    secret?: true;
  };
type Plain = string | number | boolean;

/** Draws two fields of the form in one row, from and to; they are named by their keys. */
export type Pair<C = unknown> = WithLabel<C> & { kind: 'pair'; of: readonly [string, string] };
/** No field: a component of the screen, which knows it by this name. */
export type PanelField<C = unknown> = Member<C> & {
  kind: 'panel';
  name: string;
  /** Stands beside another short member. */
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
/** Pairs and panels have no value of their own. */
export type ValueKind = Exclude<Kind, 'pair' | 'panel'>;

/** By key; `rtsp.udp` is the key udp of the group rtsp. The order is that of the form. */
export type Fields<C = unknown> = Record<string, Field<C>>;
/** Definitions for any context; only what needs no rule can be done with them. */
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

/** The settings of a form, nested as its dotted keys say. */
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
/** A number that nobody has to set. `default`: what counts as unchanged where it is set. */
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

/** The same fields, below a heading. */
export const withGroup = <F extends AnyFields>(group: string, fields: F): F =>
  // Every field stays what it was; the compiler does not see that no key is lost on the way.
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, group }])) as F;

/** A preference of this browser, in place of a setting: it counts at once and is never sent. */
export const ofBrowser = <C>(browserKey: string, field: ToggleField<C> | SelectField<C> | TextField<C>) => ({
  ...field,
  browserKey,
});
