import type { Role } from '../causes.ts';

/** The field of a form that a remedy is about, whatever it is called there. */
export type FieldName =
  | 'address'
  | 'application'
  | 'audioEncoder'
  | 'decoder'
  | 'delay'
  | 'device'
  | 'encoder'
  | 'filter'
  | 'key'
  | 'limits'
  | 'memoryLimit'
  | 'options'
  | 'passphrase'
  | 'password'
  | 'path'
  | 'staleTimeout'
  | 'streams'
  | 'transport'
  | 'username';

/** The event and the remedy: English texts, in which `{{name}}` is a publication. */
export interface CauseText {
  title: string;
  remedy: string;
  /** The field to correct; null: not in the settings of the failed process. */
  field: FieldName | null;
}

export const causeText = (title: string, remedy: string, field: FieldName | null = null): CauseText => ({
  title,
  remedy,
  field,
});

export const both = (...said: Parameters<typeof causeText>): Record<Role, CauseText> => ({
  source: causeText(...said),
  target: causeText(...said),
});
