import { CONFIGURATION } from './signs/configuration.ts';
import { TLS, WAY } from './signs/connection.ts';
import { DEVICE, MACHINE } from './signs/deviceAndResourceMessages.ts';
import { BARE, CUT_OFF } from './signs/disconnects.ts';
import { PLAYLIST, STATUS } from './signs/httpStatus.ts';
import { REFUSED_BEFORE, SERVER_WORDS } from './signs/serverMessages.ts';
import type { Sign } from './signs/sign.ts';

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
  ...CONFIGURATION,
  ...CUT_OFF,
  ...BARE,
  // Transient errors while it ran, used only without a better line.
  ...STATUS,
  ...WAY,
];
