import type { KeyPair } from './readCertificate.ts';

/** Of a core: a reload opens its servers anew, and what an authority was asked for before goes on. */
export interface Orders {
  /** By name. */
  readonly underWay: Map<string, Promise<KeyPair>>;
  /** What the authority has to read, by token. */
  readonly challenges: Map<string, string>;
}

export const createOrders = (): Orders => ({ underWay: new Map(), challenges: new Map() });
