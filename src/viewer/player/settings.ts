import * as z from 'zod/mini';
import { flag, group, text } from '../../media/stored.ts';

export const LOGO_POSITIONS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type LogoPosition = (typeof LOGO_POSITIONS)[number];

const WHITE = '#ffffff';

const Stored = group({
  autoplay: flag(false),
  mute: flag(false),
  // These three are kept for other releases: none of their players reads them.
  statistics: flag(false),
  color: group({ seekbar: text(WHITE), buttons: text(WHITE) }),
  ga: group({ account: text(), name: text() }),
  /** image: a path on the core's disk, or an address; older releases stored paths with the core's address in front. */
  logo: group({ image: text(), position: z.catch(z.enum(LOGO_POSITIONS), 'top-left'), link: text() }),
  chromecast: flag(false),
  airplay: flag(false),
  /** An image of the operator's in place of the snapshot, as `logo.image`. */
  poster: text(),
});

export type PlayerSettings = z.infer<typeof Stored>;

/** As the ingest stores them under `player`. Never fails; keys it does not know stay. */
export const parsePlayerSettings = (raw: unknown): PlayerSettings => Stored.parse(raw);
