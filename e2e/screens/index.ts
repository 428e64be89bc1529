import { channel } from './channel.ts';
import { editingWalks } from './editingWalks.ts';
import { loginAndSetup } from './loginAndSetup.ts';
import { playerAndWebsite } from './playerAndWebsite.ts';
import { sources } from './sources.ts';
import type { Walk } from './walkTypes.ts';

/** Every screen there is, for all who look at every screen. */
export const walks: readonly Walk[] = [...loginAndSetup, ...sources, ...channel, ...editingWalks, ...playerAndWebsite];
