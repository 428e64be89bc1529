import type { Service } from '../define.ts';
import { icecast } from './icecast.ts';
import { rtmp } from './rtmp.ts';
import { srt } from './srt.ts';
import { twitch } from './twitch.ts';
import { youtube } from './youtube.ts';

/** Order here is order on the add screen. */
export const services: readonly Service[] = [youtube, twitch, icecast, rtmp, srt];

/** null for a service that this version does not know, as stored by another. */
export const serviceOf = (id: string): Service | null => services.find((service) => service.id === id) ?? null;
