import type { ConfigAnswer } from '../../api/answers/config.ts';

/** The core has stored settings that it does not use yet: they count from its next restart on. */
export const needsRestart = ({ loaded_at, updated_at }: Pick<ConfigAnswer, 'loaded_at' | 'updated_at'>) =>
  Date.parse(updated_at) > Date.parse(loaded_at);
