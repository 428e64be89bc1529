export interface EdgeChannel {
  readonly name: string;
  /** `signed`: only with a valid signed link. */
  readonly access: 'public' | 'signed';
  readonly hasVariants: boolean;
}

/** Texts may be placeholders that the image fills in at its start. */
export interface EdgePlan {
  /** Address of the core, such as `http://core:8080`. */
  readonly origin: string;
  readonly listen: string;
  /** Empty for all channels, public; then only viewers of master playlists are counted. */
  readonly channels: readonly EdgeChannel[];
  /** 22 characters under which the core counts this edge as one viewer per channel. */
  readonly session: string;
  readonly secret: string;
  readonly cacheFolder: string;
  readonly cacheMegabytes: string;
  readonly runFolder: string;
  /** A file, or `stderr`. */
  readonly errorLog: string;
  /** Networks of balancers that send the viewer's address by the PROXY protocol. */
  readonly balancers: readonly string[];
  /** Resolver for repeated DNS lookups; null for one lookup at the start. */
  readonly resolver: string | null;
}

const ID = /^[23456789A-HJ-NP-Za-km-z]{22}$/;
const CHANNEL = /^[A-Za-z0-9][\w-]{0,127}$/;
const SECRET = /^[\w-]{16,128}$/;
const NETWORK = /^[\da-fA-F:.]+(\/\d{1,3})?$/;
const FOLDER = /^(?:@WORK@)?\/[\w./-]*$/;

/** Finds settings with characters that have a meaning in the config. `@NAME@` is a placeholder. */
const faults: readonly (readonly [name: string, isFault: (plan: EdgePlan) => boolean])[] = [
  ['origin', ({ origin }) => !isOrigin(origin) && !isPlaceholder(origin)],
  ['listen', ({ listen }) => !/^([\w.:[\]]+:)?\d{1,5}$/.test(listen) && !isPlaceholder(listen)],
  ['channels', ({ channels }) => !channels.every(({ name }) => isChannel(name) || isPlaceholder(name))],
  ['channels whose names overlap', ({ channels }) => areOverlapping(channels.map(({ name }) => name))],
  ['session', ({ session }) => !ID.test(session) && !isPlaceholder(session)],
  ['secret', ({ secret }) => !SECRET.test(secret) && !isPlaceholder(secret)],
  ['cacheFolder', ({ cacheFolder }) => !FOLDER.test(cacheFolder)],
  ['cacheMegabytes', ({ cacheMegabytes }) => !/^\d{1,8}$/.test(cacheMegabytes) && !isPlaceholder(cacheMegabytes)],
  ['runFolder', ({ runFolder }) => !FOLDER.test(runFolder)],
  ['errorLog', ({ errorLog }) => errorLog !== 'stderr' && !FOLDER.test(errorLog)],
  ['balancers', ({ balancers }) => !balancers.every((network) => NETWORK.test(network) || isPlaceholder(network))],
  ['resolver', ({ resolver }) => resolver !== null && !/^[\w.:[\]]+$/.test(resolver) && !isPlaceholder(resolver)],
];

/** Path segments in front of channel names, also in start.sh. */
const RESERVED = ['memfs', 's'];
const isChannel = (name: string): boolean => CHANNEL.test(name) && !RESERVED.includes(name);

/** A file of `live_0` would match `live` as well, and expose one channel to viewers of the other. */
const areOverlapping = (names: readonly string[]): boolean =>
  names.some((name, at) => names.some((other, n) => n !== at && (other === name || other.startsWith(`${name}_`))));

const isPlaceholder = (text: string): boolean => /^@[A-Z_]+@$/.test(text);

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && /^[\w.[\]:-]+$/.test(url.host);
}

export const edgePlanFaults = (plan: EdgePlan): string[] =>
  faults.filter(([, isFault]) => isFault(plan)).map(([name]) => name);
