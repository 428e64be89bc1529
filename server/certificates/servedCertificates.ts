import type { Server } from 'node:tls';
import type { KeyPair } from './readCertificate.ts';

/** The first pair also serves unknown names and clients without SNI. */
export function createServedCertificates() {
  const servers = new Set<Server>();
  const pairs = new Map<string, KeyPair>();
  let standIn: KeyPair | null = null;

  const equip = (server: Server, names: Iterable<string>) => {
    const [first = standIn] = pairs.values();
    if (first !== null) server.setSecureContext(first);
    for (const name of names) {
      const pair = pairs.get(name);
      // Of several contexts for a name, Node uses the last.
      if (pair !== undefined) server.addContext(name, pair);
    }
  };

  return {
    serve(server: Server) {
      servers.add(server);
      server.once('close', () => servers.delete(server));
      equip(server, pairs.keys());
    },
    replace(name: string, pair: KeyPair) {
      pairs.set(name, pair);
      for (const server of servers) equip(server, [name]);
    },
    standIn(pair: KeyPair) {
      standIn = pair;
      for (const server of servers) equip(server, []);
    },
    get: (name: string): KeyPair | null => pairs.get(name) ?? null,
  };
}
