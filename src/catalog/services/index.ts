import type { Service } from '../define.ts';
import { dash } from './dash.ts';
import { framebuffer } from './framebuffer.ts';
import { hls } from './hls.ts';
import { icecast } from './icecast.ts';
import { image2 } from './image2.ts';
import { mpegts } from './mpegts.ts';
import { recording } from './recording.ts';
import { rtmp } from './rtmp.ts';
import { rtsp } from './rtsp.ts';
import { srt } from './srt.ts';
import { twitch } from './twitch.ts';
import { udp } from './udp.ts';
import { whip } from './whip.ts';
import { youtube } from './youtube.ts';

/** Order here is order on the add screen. */
export const services: readonly Service[] = [
  youtube,
  twitch,
  icecast,
  image2,
  rtsp,
  rtmp,
  hls,
  dash,
  srt,
  udp,
  mpegts,
  framebuffer,
  whip,
  recording,
];

/** A service under the id that was asked for, which may be an earlier one. null: this version does not know it. */
export function serviceOf(id: string): Service | null {
  const service = services.find((one) => one.id === id || one.aliases?.includes(id));
  return service ? { ...service, id } : null;
}
