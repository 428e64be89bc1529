import { encodersToTry } from '../../../catalog/coders/chooseCoders.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import { TEST_HEIGHTS } from '../../../media/encoding/encoderTestResults.ts';
import type { Skills } from '../../../media/encoding/skills.ts';

/** Encoders of this core that this version knows: those of pictures first. Raw pictures cost nothing to make. */
export const testable = (skills: Pick<Skills, 'encoders'>): Encoder[] =>
  encodersToTry(skills).filter(({ codec }) => codec !== 'rawvideo');

/** The sizes that an encoder is tested with, small first; sound has none. */
export const heightsFor = ({ type }: Encoder): readonly number[] => (type === 'video' ? TEST_HEIGHTS : [0]);

/** Those of one codec together, in the order of the first of each. */
export function byCodec(encoders: readonly Encoder[]): { codec: string; encoders: Encoder[] }[] {
  const codecs = [...new Set(encoders.map(({ codec }) => codec))];
  return codecs.map((codec) => ({ codec, encoders: encoders.filter((one) => one.codec === codec) }));
}
