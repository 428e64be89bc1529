import type { FieldName } from '../../media/diagnosis/causes.ts';
import { isShown } from './evaluateFields.ts';
import type { Field, FieldContent, Fields, Settings } from './fields.ts';
import { settingsOf, valueAt } from './fieldValues.ts';

export type { FieldName } from '../../media/diagnosis/causes.ts';

const WHERE: readonly FieldContent[] = ['address', 'server', 'place'];
/** A key without its own field is at the end of the server address. */
const KEY: readonly FieldContent[] = ['key', 'token', 'stream', 'server'];

/** The first filled field of the first row with one. Fixed servers have no field. */
const MEANT: Partial<Record<FieldName, readonly (readonly FieldContent[])[]>> = {
  address: [WHERE, ['device']],
  application: [['application', 'address', 'server'], ['key', 'stream'], ['place']],
  device: [['device'], ['address']],
  key: [KEY, ['password'], WHERE],
  passphrase: [['passphrase'], ['stream', 'key'], ['address']],
  password: [['password', 'token'], KEY, WHERE],
  path: [['address', 'server'], ['key', 'stream'], ['place']],
  transport: [['transport'], WHERE],
  username: [['username', 'token'], ['password'], KEY, WHERE],
};

const isFilled = (field: Field, value: unknown) =>
  String(value ?? '').trim() !== '' &&
  !('options' in field && field.options.some((option) => option.none && option.value === value));

/** Returns primary and backup fields, as the log does not tell them apart. */
export function failureRemedyFields(fields: Fields, stored: Settings, name: FieldName): string[] {
  const settings: Settings = settingsOf(fields, stored);
  const all = Object.entries(fields).flatMap(([key, field]) =>
    'holds' in field && field.holds && isShown(field, settings)
      ? [{ key, holds: field.holds, filled: isFilled(field, valueAt(settings, key)) }]
      : [],
  );
  for (const row of MEANT[name] ?? []) {
    const matching = row.flatMap((kind) => all.filter(({ holds }) => holds === kind));
    const first = matching.find(({ filled }) => filled) ?? matching[0];
    if (!first) continue;
    return first.filled
      ? matching.filter(({ holds, filled }) => filled && holds === first.holds).map(({ key }) => key)
      : [first.key];
  }
  return [];
}

const OWN: readonly FieldContent[] = ['key', 'stream', 'address', 'server', 'place', 'device'];

/** Returns the visible field below which hints about key and address appear, or null. */
export function keyFieldName(fields: Fields, stored: Settings): string | null {
  const settings: Settings = settingsOf(fields, stored);
  const visible = Object.entries(fields).filter(([, field]) => !field.advanced && isShown(field, settings));
  const holding = OWN.flatMap((kind) => visible.filter(([, field]) => 'holds' in field && field.holds === kind));
  const [found] = [...holding, ...visible.filter(([, { kind }]) => kind === 'secret'), ...visible];
  return found?.[0] ?? null;
}
