import { parseHexColor } from './hexColor.ts';
import type { PlayerSettings } from './settings.ts';

const ON = ['true', '1', 'yes', 'on'];

export type Start = Pick<PlayerSettings, 'autoplay' | 'mute' | 'statistics' | 'color'>;

export function flagIn(search: string, name: string, fallback: boolean): boolean {
  const value = new URLSearchParams(search).get(name);
  return value === null ? fallback : ON.includes(value.toLowerCase());
}

/** Query parameters (`?autoplay=1&mute=0&stats=1&color=0af`) win over the settings. `color` is that of the buttons. */
export function startOf(search: string, { autoplay, mute, statistics, color }: Start): Start {
  return {
    autoplay: flagIn(search, 'autoplay', autoplay),
    mute: flagIn(search, 'mute', mute),
    statistics: flagIn(search, 'stats', statistics),
    color: { ...color, buttons: parseHexColor(new URLSearchParams(search).get('color') ?? '') ?? color.buttons },
  };
}
