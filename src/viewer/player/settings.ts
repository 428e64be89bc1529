import * as z from 'zod/mini';
import { parseEdgeAddresses } from '../../media/edge/parseEdgeAddresses.ts';
import { storedFlag, storedGroup, storedText } from '../../media/stored/storedSchemas.ts';
import { parseHexColor, UNCHOSEN_COLOR } from './hexColor.ts';

export const LOGO_POSITIONS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type LogoPosition = (typeof LOGO_POSITIONS)[number];

/** Which player viewers get. The internal one is a skin for operators: pages for viewers take it for the public one. */
export const PLAYER_TYPES = ['videojs-public', 'videojs-internal', 'clappr'] as const;
export type PlayerType = (typeof PLAYER_TYPES)[number];

const color = z.pipe(
  storedText(UNCHOSEN_COLOR),
  z.transform((entered) => parseHexColor(entered) ?? UNCHOSEN_COLOR),
);

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** An ISO 8601 date and time with seconds and offset, as it is; '' for anything else. zod's own check weighs 0.8 kB before the login. */
const parseMoment = (entered: string): string => (MOMENT.test(entered) && Date.parse(entered) > 0 ? entered : '');

/** By what the pages count their views; see analytics.ts for what counts. */
export const storedAnalytics = storedGroup({ account: storedText(), name: storedText() });

const Stored = storedGroup({
  player: z.catch(z.enum(PLAYER_TYPES), 'videojs-public'),
  autoplay: storedFlag(false),
  mute: storedFlag(false),
  /** Whether viewers see figures of their playback without asking. */
  statistics: storedFlag(false),
  /** `#rrggbb`, lower case. */
  color: storedGroup({ seekbar: color, buttons: color }),
  /** Whether viewers get the address of the page and the code for other pages. */
  share: storedFlag(true),
  ga: storedAnalytics,
  /** image: a path on the core's disk, or an address; older releases stored paths with the core's address in front. */
  logo: storedGroup({ image: storedText(), position: z.catch(z.enum(LOGO_POSITIONS), 'top-left'), link: storedText() }),
  chromecast: storedFlag(false),
  airplay: storedFlag(false),
  /** An image of the operator's in place of the snapshot, as `logo.image`. */
  poster: storedText(),
  /** When the stream begins, with its offset (`2030-01-02T18:00:00Z`, `…+02:00`); '' when it is not announced. */
  startsAt: z.pipe(storedText(), z.transform(parseMoment)),
  /** Addresses of edges, of which each page takes one; '' where viewers come to the core. */
  delivery: z.pipe(
    storedText(),
    z.transform((entered) => parseEdgeAddresses(entered)?.join(' ') ?? ''),
  ),
});

export type PlayerSettings = z.infer<typeof Stored>;

/** As the ingest stores them under `player`. Never fails; keys it does not know stay. */
export const parsePlayerSettings = (raw: unknown): PlayerSettings => Stored.parse(raw);
