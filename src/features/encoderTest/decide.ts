import { encodersToTry } from '../../catalog/coders/select.ts';
import type { Encoder } from '../../catalog/define.ts';
import { TEST_HEIGHTS } from '../../media/encoderTest.ts';
import type { Skills } from '../../media/skills.ts';

/** Encoders of this core that this version knows: those of pictures first. Raw pictures cost nothing to make. */
export const testable = (skills: Pick<Skills, 'encoders'>): Encoder[] =>
  encodersToTry(skills).filter(({ codec }) => codec !== 'rawvideo');

/** The sizes that an encoder is tested with, small first; sound has none. */
export const heightsFor = ({ type }: Encoder): readonly number[] => (type === 'video' ? TEST_HEIGHTS : [0]);
