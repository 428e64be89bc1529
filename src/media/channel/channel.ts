import type { Delivery } from '../edge/delivery.ts';
import type { StartTurn } from '../stored/publicationStartOrder.ts';

/** One programme: an ingest, its publications, its player. `available`: its ingest exists on the core. */
export interface Channel {
  id: string;
  name: string;
  available: boolean;
  egresses: Egresses;
  /** Encodings that its publications share; absent where it has none. */
  renditions?: ChannelRenditions | undefined;
  /** As releases before 1.2 sent it where it does not say. */
  delivery?: Delivery;
}

/** By process id. */
export type Egresses = Readonly<Record<string, Egress>>;
export interface Egress {
  service: string;
  name: string;
  /** The id of the process whose encoding it passes on. */
  rendition?: string | undefined;
  /** What it encodes itself, as one text. */
  encoding?: string | undefined;
  turn?: StartTurn | undefined;
  /** The id of the process of its second output. Somebody may have deleted that. */
  backup?: string | undefined;
}
export type ChannelRenditions = Readonly<Record<string, { name: string }>>;
