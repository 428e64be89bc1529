import { channel } from './channel.ts';
import { editingWalks } from './editingWalks.ts';
import { gateWalks } from './gateWalks.ts';
import { sources } from './sources.ts';
import { viewerPageWalks } from './viewerPageWalks.ts';
import type { Walk } from './walkTypes.ts';

/** Every screen of the interface, for the accessibility journeys and the screenshots. */
export const walks: readonly Walk[] = [...gateWalks, ...sources, ...channel, ...editingWalks, ...viewerPageWalks];
