import { CHOSEN } from './signs/chosen.ts';
import { BARE, CUT_OFF } from './signs/ends.ts';
import { DEVICE, MACHINE } from './signs/machine.ts';
import type { Sign } from './signs/sign.ts';
import { PLAYLIST, STATUS } from './signs/status.ts';
import { TLS, WAY } from './signs/way.ts';
import { REFUSED_BEFORE, SERVER_WORDS } from './signs/words.ts';

export type { Sign } from './signs/sign.ts';

/** In order: the first sign that a line shows wins. */
export const SIGNS: readonly Sign[] = [
  ...REFUSED_BEFORE,
  ...MACHINE,
  ...SERVER_WORDS,
  ...PLAYLIST,
  ...TLS,
  ...STATUS.map((one) => ({ ...one, phase: 'opening' as const })),
  ...WAY.map((one) => ({ ...one, phase: one.phase ?? ('opening' as const) })),
  ...DEVICE,
  ...CHOSEN,
  ...CUT_OFF,
  ...BARE,
  // What went wrong for a moment while it ran, and nothing says more.
  ...STATUS,
  ...WAY,
];
