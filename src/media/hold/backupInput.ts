import { isAddress } from '../address/addressProtocol.ts';
import { type Network, ownHosts, streamName } from '../address/channelAddresses.ts';
import { isTakenBy, type ListenPort, listenPortOf } from '../address/listenPort.ts';

/** `pull` reads an address; an encoder pushes to the others with a stream key. */
export type BackupInput = { type: 'pull'; address: string } | { type: 'rtmp' | 'srt'; key: string };

export type BackupObstacle =
  | ('no-address' | 'no-key' | 'key-form')
  | ('main' | 'own-output' | 'other-backup' | 'foreign-key' | 'port' | 'server-off');

interface BackupFacts {
  network: Network;
  main: readonly string[];
  backups: readonly BackupInput[];
  foreign: readonly string[];
  /** Ports already in use. */
  taken: readonly ListenPort[];
}

const PUSHED = /^\{(rtmp|srt),name=([^,}]+)(?:,mode=request)?\}$/;
const PUSHED_TO_ADDRESS = /^(rtmps?|srt):\/\/[^/?]+(?:\/[^?]*\/|\?(?:.*&)?streamid=)([\w.~-]+)/;

export function readBackupInput(address: string, network: Pick<Network, 'rtmp' | 'srt'>): BackupInput {
  const [, words, named] = PUSHED.exec(address) ?? [];
  if (named !== undefined) return { type: words === 'srt' ? 'srt' : 'rtmp', key: named };
  const isLocal = [network.rtmp.local, network.srt.local].some((host) => address.includes(`://${host}`));
  const [, scheme, key] = isLocal ? (PUSHED_TO_ADDRESS.exec(address) ?? []) : [];
  return key === undefined ? { type: 'pull', address } : { type: scheme === 'srt' ? 'srt' : 'rtmp', key };
}

/** Ignores the case of scheme and host, and the login. */
const placeOf = (address: string) =>
  address
    .trim()
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)/i, (_, scheme: string, host: string) =>
      (scheme + host).toLowerCase(),
    )
    .replace(/\/$/, '');

const keysIn = (addresses: readonly string[], network: Network): string[] =>
  addresses.flatMap((address) => {
    const input = readBackupInput(address, network);
    return input.type === 'pull' ? [] : [input.key];
  });

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** A channel as its own backup would be a feedback loop. */
function isOwnOutput(address: string, network: Network): boolean {
  if (!address.includes(network.channel)) return false;
  const place = placeOf(address);
  const hosts = [...ownHosts(network), network.rtmp.local, network.rtmp.host, network.srt.local, network.srt.host];
  return place.startsWith('{') || hosts.some((host) => place.includes(`://${host.toLowerCase()}`));
}

/** Null if nothing is against it. Its format is only checked once it runs. */
export function backupObstacle(input: BackupInput, facts: BackupFacts): BackupObstacle | null {
  const { network, main, backups, foreign, taken } = facts;
  if (input.type === 'pull') {
    const { address } = input;
    if (!isAddress(address.trim())) return 'no-address';
    if (main.some((input) => placeOf(input) === placeOf(address))) return 'main';
    if (isOwnOutput(address, network)) return 'own-output';
    if (backups.some((backup) => backup.type === 'pull' && placeOf(backup.address) === placeOf(address)))
      return 'other-backup';
    const port = listenPortOf(address);
    return port !== null && isTakenBy(port, taken) ? 'port' : null;
  }
  const { type, key } = input;
  if (key === '') return 'no-key';
  if (!/^[\w.~-]{1,100}$/.test(key)) return 'key-form';
  if (!(type === 'rtmp' ? network.rtmp.enabled : network.srt.enabled === true)) return 'server-off';
  const own = [network.channel, streamName(network.channel), ...keysIn(main, network)];
  if (own.includes(key)) return 'main';
  if (backups.some((backup) => backup.type !== 'pull' && backup.key === key)) return 'other-backup';
  return keysIn(foreign, network).includes(key) || UUID.test(key) ? 'foreign-key' : null;
}
