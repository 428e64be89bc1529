export interface Endpoint {
  host: string;
  port: number;
}

/** Default ports of ffmpeg; other protocols require a port. */
const PORTS = new Map<string, number | null>(
  Object.entries({
    rtmp: 1935,
    rtmpe: 1935,
    rtmps: 443,
    rtmpt: 80,
    rtmpte: 80,
    rtmpts: 443,
    http: 80,
    https: 443,
    icecast: 80,
    ftp: 21,
    rtsp: 554,
    rtsps: 322,
    tcp: null,
    tls: null,
  }),
);

const PARTS = /^([a-z][a-z0-9+]*):\/\/(?:[^/?#]*@)?(\[[0-9a-f:.%]+\]|[^/?#:[\]@]+)(?::(\d{1,5}))?(?:[/?#]|$)/i;

const PROXIED = ['-http_proxy', '-rtmp_proxy'];

/** Null if it cannot be probed: SRT, UDP and RTP send no response, files have no port, and a proxy hides the host. */
export function endpointOf({ address, options }: { address: string; options: readonly string[] }): Endpoint | null {
  if (options.some((option) => PROXIED.includes(option))) return null;
  const [, scheme = '', host = '', written] = PARTS.exec(address.trim()) ?? [];
  const port = written === undefined ? (PORTS.get(scheme.toLowerCase()) ?? null) : Number(written);
  if (!PORTS.has(scheme.toLowerCase()) || port === null || port < 1 || port > 65_535) return null;
  return { host: host.toLowerCase(), port };
}

export const endpointName = ({ host, port }: Endpoint): string => `${host}:${port}`;

/** `unresolved`: the host name does not exist. */
export type Reach = 'answers' | 'refused' | 'unresolved' | 'silent' | 'unknown';

const SIGNS: readonly [Reach, RegExp][] = [
  ['unresolved', /failed to resolve hostname|name or service not known|no address associated with hostname/i],
  ['refused', /connection refused/i],
  ['silent', /timed out|no route to host|host is unreachable|network is unreachable|immediate exit/i],
  // An open connection is a stream of bytes to ffmpeg.
  ['answers', /^\s*Input #0|Successfully connected|Stream #0:0/],
];

export const reachIn = (log: readonly string[]): Reach =>
  SIGNS.find(([, sign]) => log.some((line) => sign.test(line)))?.[0] ?? 'unknown';
