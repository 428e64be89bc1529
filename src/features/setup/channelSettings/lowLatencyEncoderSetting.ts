import { encoderOf } from '../../../catalog/coders/index.ts';
import { settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import type { Profile } from '../../../media/encoding/profile.ts';

/** Settings by which encoders give each frame at once, those that keep the quality first. */
const AT_ONCE: Readonly<Record<string, readonly string[]>> = { tune: ['zerolatency'], preset: ['llhq', 'll', 'llhp'] };

/** A setting of the encoder of the ingest that would hold no frame back; null: it does so already, or has none. */
export function lowLatencyFor({ video: { encoder } }: Pick<Profile, 'video'>): { label: string; value: string } | null {
  const { fields = {} } = encoderOf('video', encoder.coder) ?? {};
  const settings = settingsOf(fields, encoder.settings);
  for (const [key, values] of Object.entries(AT_ONCE)) {
    const field = fields[key];
    if (field?.kind !== 'select') continue;
    const best = values.find((value) => field.options.some((option) => option.value === value));
    if (best === undefined) continue;
    return values.includes(String(valueAt(settings, key))) ? null : { label: field.label, value: best };
  }
  return null;
}
