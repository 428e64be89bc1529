import { encoders } from '../../catalog/coders/index.ts';
import type { Encoder } from '../../catalog/define.ts';
import { TEST_HEIGHTS } from '../../media/encoderTest.ts';
import type { Skills } from '../../media/skills.ts';

/** With these nothing is encoded. */
const IDLE = ['copy', 'none', 'rawvideo'];

/** Encoders of this core that this version knows: those of pictures first. */
export const testable = ({ encoders: had }: Pick<Skills, 'encoders'>): Encoder[] =>
  (['video', 'audio'] as const).flatMap((type) =>
    encoders[type].filter(({ id, codec }) => !IDLE.includes(codec) && had[type].includes(id)),
  );

/** The sizes that an encoder is tested with, small first; sound has none. */
export const heightsFor = ({ type }: Encoder): readonly number[] => (type === 'video' ? TEST_HEIGHTS : [0]);
