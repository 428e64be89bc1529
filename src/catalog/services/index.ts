import type { Service } from '../define.ts';
import { twitch } from './twitch.ts';
import { youtube } from './youtube.ts';

/** Order here is order on the add screen. */
export const services: readonly Service[] = [youtube, twitch];

/** null for a service that this version does not know, as stored by another. */
export const serviceOf = (id: string): Service | null => services.find((service) => service.id === id) ?? null;
