import type { AnyFields, Field, Fields, Settings } from '../catalog/form/fields.ts';
import { withValue } from '../catalog/form/fieldValues.ts';

/** Pseudorandom integers, equal in every run. */
export function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
export type Dice = ReturnType<typeof dice>;

const TEXTS = ['', 'a', '0', 'rtsp://u:p@192.0.2.1/s', ' x ', 'ä,ö;ü', '{memfs}', "it's", 'null', '-1', '🎥'];
export const one = <T>(items: readonly T[], roll: Dice): T | undefined => items[roll(items.length)];

function rolled(field: Field<never>, roll: Dice): unknown {
  switch (field.kind) {
    case 'select':
      return one(field.options, roll)?.value;
    case 'selectOrCustom':
      return roll(3) === 0 ? `${roll(5000)}` : one(field.options, roll)?.value;
    case 'multiselect':
      return field.options.map(({ value }) => value).filter(() => roll(2) === 0);
    case 'number':
      if (field.unset !== undefined && roll(3) === 0) return undefined;
      return (field.min ?? -50) + roll(100_000) / (Number.isInteger(field.step ?? 1) ? 1 : 10);
    case 'toggle':
      return roll(2) === 0;
    case 'list':
      return TEXTS.filter((entry) => entry.trim() !== '' && roll(3) === 0);
    default:
      return one(TEXTS, roll);
  }
}

/** Random settings; some fields are unset, some keys are foreign. */
export function settingsBy(fields: AnyFields | Fields, roll: Dice): Settings {
  let settings: Settings = roll(4) === 0 ? { theirs: roll(9) } : {};
  for (const [key, field] of Object.entries(fields))
    if (roll(5) > 0 && !('browserKey' in field)) settings = withValue(settings, key, rolled(field, roll));
  return settings;
}
