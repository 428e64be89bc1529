import { encoderOf } from '../../../catalog/coders/index.ts';
import { settingsOf } from '../../../catalog/form/fieldValues.ts';
import type { Profile } from '../../../media/encoding/profile.ts';

/** Seconds between the keyframes that the encoder sets; null: it is not encoded, or nobody has set them. */
export function keyframesIn({ video: { encoder } }: Pick<Profile, 'video'>): number | null {
  const known = encoderOf('video', encoder.coder);
  if (!known || !('gop' in known.fields)) return null;
  const seconds = Number(settingsOf(known.fields, encoder.settings).gop);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
