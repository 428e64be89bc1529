export interface EdgeChannel {
  readonly name: string;
  /** signed: only to those with a link that is signed and has not ended. */
  readonly access: 'public' | 'signed';
  /** Its playlist names others, of several qualities. */
  readonly hasVariants: boolean;
}

/** The configuration of one edge. Texts may be placeholders that the image fills in when it starts. */
export interface EdgePlan {
  /** The address of the core: `http://core:8080`. */
  readonly origin: string;
  readonly listen: string;
  /** Empty: every channel of the core, all public; counted are viewers of those that have several qualities. */
  readonly channels: readonly EdgeChannel[];
  /** 22 characters under which the core counts this edge, as one viewer of each channel. */
  readonly session: string;
  /** Of signed links. */
  readonly secret: string;
  readonly cacheFolder: string;
  readonly cacheMegabytes: string;
  /** Belongs to nginx and to what counts viewers. */
  readonly runFolder: string;
  /** A file, or `stderr`. */
  readonly errorLog: string;
  /** Networks of balancers that tell the address of a viewer by the PROXY protocol; empty: there is none. */
  readonly balancers: readonly string[];
  /** The resolver for repeated DNS lookups; null: one lookup at the start. */
  readonly resolver: string | null;
}

const ID = /^[23456789A-HJ-NP-Za-km-z]{22}$/;
const CHANNEL = /^[A-Za-z0-9][\w-]{0,127}$/;
const SECRET = /^[\w-]{16,128}$/;
const NETWORK = /^[\da-fA-F:.]+(\/\d{1,3})?$/;
const FOLDER = /^(?:@WORK@)?\/[\w./-]*$/;

/** Settings with characters that have a meaning in a config. `@NAME@` is filled in later. */
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

/** Parts of paths before the name of a channel; start.sh has them too. */
const RESERVED = ['memfs', 's'];
const isChannel = (name: string): boolean => CHANNEL.test(name) && !RESERVED.includes(name);

/** A file of `live_0` could be one of `live` as well, and whoever may have the one would get the other. */
const areOverlapping = (names: readonly string[]): boolean =>
  names.some((name, at) => names.some((other, n) => n !== at && (other === name || other.startsWith(`${name}_`))));

const isPlaceholder = (text: string): boolean => /^@[A-Z_]+@$/.test(text);

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && /^[\w.[\]:-]+$/.test(url.host);
}

export const edgePlanFaults = (plan: EdgePlan): string[] =>
  faults.filter(([, isFault]) => isFault(plan)).map(([name]) => name);
