import type { Delivery } from '../edge/delivery.ts';
import type { StartTurn } from '../stored/publicationStartOrder.ts';

/** One program: an ingest, its publications, its player. `available`: its ingest exists on the core. */
export interface Channel {
  id: string;
  name: string;
  available: boolean;
  egresses: Egresses;
  renditions?: ChannelRenditions | undefined;
  /** If absent, the channel is delivered as before release 1.2. */
  delivery?: Delivery;
}

export type Egresses = Readonly<Record<string, Egress>>;
export interface Egress {
  service: string;
  name: string;
  rendition?: string | undefined;
  encoding?: string | undefined;
  turn?: StartTurn | undefined;
  /** The process id of its second output, which may have been deleted. */
  backup?: string | undefined;
  /** As stored: the agent only looks at it if it is one, see `isPlayback`. */
  playback?: string | undefined;
  /** It was imported without its key or password, which has not been entered since. */
  isKeyless?: true;
}
export type ChannelRenditions = Readonly<Record<string, { name: string }>>;
