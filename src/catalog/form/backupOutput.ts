import { schemeOf } from '../../media/address/addressProtocol.ts';
import type { BackupKeys } from './defineCatalogEntry.ts';
import type { Settings } from './fields.ts';
import { valueAt, withValue } from './fieldValues.ts';

export interface SeparateSettings {
  primary: Settings;
  backup: Settings;
}

export function separateBackup({ toggle, primary, held }: BackupKeys, both: Settings): SeparateSettings {
  const moved = Object.entries(held).reduce((all, [own, key]) => withValue(all, own, valueAt(both, key)), both);
  return {
    primary: withValue(both, toggle, false),
    backup: primary === undefined ? withValue(moved, toggle, false) : withValue(moved, primary, false),
  };
}

/** Inverse of `separateBackup`. @param second settings of the second publication; null if it was deleted */
export function joinBackup({ toggle, held }: BackupKeys, first: Settings, second: Settings | null): Settings {
  const on = withValue(first, toggle, true);
  if (second === null) return on;
  return Object.entries(held).reduce(
    (all, [own, key]) => withValue(all, key, withProtocol(valueAt(second, own), first, second)),
    on,
  );
}

/** Prefixes a place without a protocol with its publication's own, which other interfaces store separately. */
function withProtocol(place: unknown, { protocol }: Settings, { protocol: own }: Settings): unknown {
  const isBare = typeof place === 'string' && place.trim() !== '' && schemeOf(place.trim()) === '';
  return isBare && typeof own === 'string' && own !== protocol ? own + place.trim() : place;
}
