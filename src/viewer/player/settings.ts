import * as z from 'zod/mini';
import { parseEdgeAddresses } from '../../media/edge/parseEdgeAddresses.ts';
import { storedFlag, storedGroup, storedText } from '../../media/stored/storedSchemas.ts';
import { parseHexColor, UNCHOSEN_COLOR } from './hexColor.ts';

export const LOGO_POSITIONS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type LogoPosition = (typeof LOGO_POSITIONS)[number];

/** `videojs-internal` is a skin for operators; viewers get the public one instead. */
export const PLAYER_TYPES = ['videojs-public', 'videojs-internal', 'clappr'] as const;
export type PlayerType = (typeof PLAYER_TYPES)[number];

const color = z.pipe(
  storedText(UNCHOSEN_COLOR),
  z.transform((typed) => parseHexColor(typed) ?? UNCHOSEN_COLOR),
);

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** ISO 8601 with seconds and offset; '' otherwise. zod's check would add 0.8 kB before the login. */
const parseMoment = (typed: string): string => (MOMENT.test(typed) && Date.parse(typed) > 0 ? typed : '');

export const storedAnalytics = storedGroup({ account: storedText(), name: storedText() });

const Stored = storedGroup({
  player: z.catch(z.enum(PLAYER_TYPES), 'videojs-public'),
  autoplay: storedFlag(false),
  mute: storedFlag(false),
  statistics: storedFlag(false),
  /** `#rrggbb`, lower case. */
  color: storedGroup({ seekbar: color, buttons: color }),
  share: storedFlag(true),
  ga: storedAnalytics,
  /** `image`: path on the core's disk or foreign address; older releases stored the core's address in front. */
  logo: storedGroup({ image: storedText(), position: z.catch(z.enum(LOGO_POSITIONS), 'top-left'), link: storedText() }),
  chromecast: storedFlag(false),
  airplay: storedFlag(false),
  poster: storedText(),
  /** Announced start with offset (`2030-01-02T18:00:00Z`, `…+02:00`), or ''. */
  startsAt: z.pipe(storedText(), z.transform(parseMoment)),
  /** Addresses of edges, separated by spaces; '' without edges. */
  delivery: z.pipe(
    storedText(),
    z.transform((typed) => parseEdgeAddresses(typed)?.join(' ') ?? ''),
  ),
});

export type PlayerSettings = z.infer<typeof Stored>;

/** Never fails and keeps unknown keys. */
export const parsePlayerSettings = (raw: unknown): PlayerSettings => Stored.parse(raw);
