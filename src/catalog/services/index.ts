import type { Service } from '../form/defineCatalogEntry.ts';
import { akamai } from './akamai.ts';
import { azure } from './azure.ts';
import { brightcove } from './brightcove.ts';
import { dacast } from './dacast.ts';
import { dash } from './dash.ts';
import { datarheicore } from './datarheicore.ts';
import { facebook } from './facebook.ts';
import { framebuffer } from './framebuffer.ts';
import { hls } from './hls.ts';
import { icecast } from './icecast.ts';
import { image2 } from './image2.ts';
import { kick } from './kick.ts';
import { linkedin } from './linkedin.ts';
import { livepush } from './livepush.ts';
import { livespottingService } from './livespotting.ts';
import { mpegts } from './mpegts.ts';
import { nimotv } from './nimotv.ts';
import { peertube } from './peertube.ts';
import { picartotv } from './picartotv.ts';
import { platformsService } from './platforms.ts';
import { recordingService } from './recording.ts';
import { red5 } from './red5.ts';
import { restream } from './restream.ts';
import { rtmpService } from './rtmp.ts';
import { rtsp } from './rtsp.ts';
import { srtService } from './srt.ts';
import {
  cdn77,
  dailymotion,
  dlive,
  instagram,
  medianetwork,
  owncast,
  rumble,
  telegram,
  trovo,
  vimeo,
} from './streamKeyPlatforms.ts';
import { twitch } from './twitch.ts';
import { twitter } from './twitter.ts';
import { udp } from './udp.ts';
import { wettercom } from './wettercom.ts';
import { whip } from './whip.ts';
import { wowza } from './wowza.ts';
import { youtube } from './youtube.ts';

/** In any order; the interface sorts by name. */
export const services: readonly Service[] = [
  facebook,
  youtube,
  twitter,
  twitch,
  kick,
  instagram,
  vimeo,
  restream,
  telegram,
  linkedin,
  dlive,
  trovo,
  picartotv,
  nimotv,
  peertube,
  medianetwork,
  livespottingService,
  wettercom,
  azure,
  brightcove,
  akamai,
  dacast,
  dailymotion,
  livepush,
  rumble,
  cdn77,
  platformsService,
  datarheicore,
  owncast,
  wowza,
  red5,
  icecast,
  image2,
  rtsp,
  rtmpService,
  hls,
  dash,
  srtService,
  udp,
  mpegts,
  framebuffer,
  whip,
  recordingService,
];

/** Finds a service by current or former id and returns it with that id. null if unknown. */
export function serviceOf(id: string): Service | null {
  const service = services.find((candidate) => candidate.id === id || candidate.aliases?.includes(id));
  if (!service) return null;
  return service.id === id ? service : { ...service, id };
}
