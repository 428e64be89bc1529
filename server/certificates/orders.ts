import type { KeyPair } from './readCertificate.ts';

/** Orders of a core. They survive a reload, which reopens the servers. */
export interface Orders {
  readonly underWay: Map<string, Promise<KeyPair>>;
  /** Challenge responses by token. */
  readonly challenges: Map<string, string>;
}

export const createOrders = (): Orders => ({ underWay: new Map(), challenges: new Map() });
