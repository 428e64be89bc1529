import { schemeOf } from '../../media/address/addressProtocol.ts';
import type { BackupKeys } from './defineCatalogEntry.ts';
import type { Settings } from './fields.ts';
import { valueAt, withValue } from './fieldValues.ts';

/** Settings of two publications, of which each sends one of the outputs alone. */
export interface SeparateSettings {
  primary: Settings;
  backup: Settings;
}

/** @param both settings with which a service sends its two outputs */
export function separateBackup({ toggle, primary, held }: BackupKeys, both: Settings): SeparateSettings {
  const moved = Object.entries(held).reduce((all, [own, key]) => withValue(all, own, valueAt(both, key)), both);
  return {
    primary: withValue(both, toggle, false),
    backup: primary === undefined ? withValue(moved, toggle, false) : withValue(moved, primary, false),
  };
}

/** The opposite. @param second of the one that sends the second output; null: it is gone, and comes back as it was */
export function joinBackup({ toggle, held }: BackupKeys, first: Settings, second: Settings | null): Settings {
  const on = withValue(first, toggle, true);
  if (second === null) return on;
  return Object.entries(held).reduce(
    (all, [own, key]) => withValue(all, key, withProtocol(valueAt(second, own), first, second)),
    on,
  );
}

/** A place without a protocol has the one of its own publication, which other interfaces store beside it. */
function withProtocol(place: unknown, { protocol: of }: Settings, { protocol: own }: Settings): unknown {
  const isBare = typeof place === 'string' && place.trim() !== '' && schemeOf(place.trim()) === '';
  return isBare && typeof own === 'string' && own !== of ? own + place.trim() : place;
}
