import { MARK } from '../masking/maskAddress.ts';

const CREDENTIALS = /^[a-z][a-z0-9+.-]{0,29}:\/\/(.*)@([^@/?#:]*)/is;
/** Messages in which ffmpeg names a host. */
const NAMED = /(Failed to resolve hostname |Connection to \w{2,9}:\/\/|Cannot open connection \w{2,9}:\/\/)([^:\s?]+)/g;

/**
 * A password with an @ or a / in it ends too early: ffmpeg takes what follows for the host, and names it.
 * @param addresses of the process itself
 */
export function hidePieces(line: string, addresses: readonly string[]): string {
  const hosts = new Set<string>();
  const pieces = new Set<string>();
  for (const address of addresses) {
    const [, credentials, host] = CREDENTIALS.exec(address.slice(0, 2000)) ?? [];
    if (credentials === undefined || host === undefined) continue;
    hosts.add(host);
    for (const piece of credentials.split(/[@/:?#]/)) if (piece !== '') pieces.add(piece);
  }
  if (pieces.size === 0) return line;
  return line.replace(NAMED, (whole, said: string, name: string) =>
    pieces.has(name) && !hosts.has(name) ? said + MARK : whole,
  );
}
