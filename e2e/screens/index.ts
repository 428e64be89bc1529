import { channel } from './channel.ts';
import { editingWalks } from './editing.ts';
import { entry } from './entry.ts';
import { sources } from './sources.ts';
import { viewers } from './viewers.ts';
import type { Walk } from './walk.ts';

/** Every screen there is, for all who look at every screen. */
export const walks: readonly Walk[] = [...entry, ...sources, ...channel, ...editingWalks, ...viewers];
