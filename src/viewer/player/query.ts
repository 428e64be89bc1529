import { parseHexColor } from './hexColor.ts';
import type { PlayerSettings } from './settings.ts';

const ON = ['true', '1', 'yes', 'on'];

export type Start = Pick<PlayerSettings, 'autoplay' | 'mute' | 'statistics' | 'color'>;

/** How a page starts: its address (`?autoplay=1&mute=0&stats=1&color=0af`) comes before the settings. `color` is that of the buttons. */
export function startOf(search: string, { autoplay, mute, statistics, color }: Start): Start {
  const query = new URLSearchParams(search);
  const read = (name: string, otherwise: boolean) => {
    const value = query.get(name);
    return value === null ? otherwise : ON.includes(value.toLowerCase());
  };
  return {
    autoplay: read('autoplay', autoplay),
    mute: read('mute', mute),
    statistics: read('stats', statistics),
    color: { ...color, buttons: parseHexColor(query.get('color') ?? '') ?? color.buttons },
  };
}
