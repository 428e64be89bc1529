import type { Config } from '../../api/answers/config.ts';
import { playlistPath, type Storage, snapshotPath } from '../hls/hlsFiles.ts';
import { encodePath } from './addressProtocol.ts';

export type Network = {
  channel: string;
  /** Whether the core resolves placeholders such as `{rtmp,name=…}` (since 16.10). */
  words: boolean;
  /** `path`: path prefix of a proxy without a closing slash, or ''. */
  http: { secure: boolean; host: string; path: string };
  rtmp: {
    enabled: boolean;
    secure: boolean;
    /** Public; the port is omitted if it is the default. */
    host: string;
    /** For ffmpeg on the core. */
    local: string;
    /** '' or a path with a leading slash. */
    app: string;
    /** Percent-encoded. */
    token: string;
  };
  /** `enabled`: null if the core has no SRT server. */
  srt: { enabled: boolean | null; host: string; local: string; token: string; passphrase: string };
  /** `credentials`: percent-encoded `user:password` for writing, or ''. */
  hls: { local: string; credentials: string };
};

/** Feeds need placeholders, so that they survive changed ports and tokens. */
export const feedServers = ({ words, rtmp, srt }: Pick<Network, 'words' | 'rtmp' | 'srt'>) => ({
  rtmp: words && rtmp.enabled,
  srt: srt.enabled === null ? null : words && srt.enabled,
});

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
/** Certificates rarely cover these, and other networks cannot reach them. */
const isLocal = (hostname: string) => hostname === 'localhost' || IPV4.test(hostname) || hostname.includes(':');

const isLoopback = (hostname: string) =>
  /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::(1|ffff:7f[\da-f]{2}:[\da-f]{1,4})?\]$/i.test(hostname);

interface NetworkFacts {
  config: Config;
  page: URL;
  channel: string;
  /** The core's LAN addresses, best first; IPv6 in brackets. */
  lan?: readonly string[];
}

export function networkOf({ config, page, channel, lan = [] }: NetworkFacts): Network {
  const hostname = publicHostname(config, page);
  const inLan = (address: string | undefined) => lanHostname(hostname, address, lan);
  const auth = config.storage?.memory?.auth;
  return {
    channel,
    words: config.version >= 3,
    http: { ...httpOf(config, page, hostname), path: page.pathname.replace(/(?<!\/)\/+$/, '') },
    rtmp: rtmpOf(config, inLan),
    srt: srtOf(config, inLan),
    hls: {
      local: localHost(config.address, '80'),
      credentials: auth?.enable ? `${encodePath(auth.username)}:${encodePath(auth.password)}` : '',
    },
  };
}

// A loopback or IP address would make links that do not work elsewhere.
function publicHostname(config: Config, page: URL): string {
  const [name] = config.host.name;
  return isLocal(page.hostname) && name ? name : page.hostname;
}

/** Other machines cannot use a loopback address, unless the server only listens there. `address`: where it listens. */
function lanHostname(hostname: string, address: string | undefined, lan: readonly string[]): string {
  if (!isLoopback(hostname)) return hostname;
  const { host } = split(address ?? '');
  if (host === '' || host === '0.0.0.0' || host === '[::]') return lan[0] ?? hostname;
  return host;
}

type HostnameFor = (address: string | undefined) => string;

function httpOf({ address, tls }: Config, page: URL, hostname: string): { secure: boolean; host: string } {
  if (page.protocol === 'https:') return { secure: true, host: hostname + portUnless(page.port, '443') };
  const plain = { secure: false, host: hostname + portUnless(page.port, '80') };
  if (tls?.enable !== true || isLocal(hostname)) return plain;
  const own = split(address).port === (page.port || '80');
  const port = own ? split(tls.address).port : page.port === '' ? '443' : '';
  return port === '' ? plain : { secure: true, host: hostname + portUnless(port, '443') };
}

function rtmpOf({ rtmp }: Config, hostnameFor: HostnameFor): Network['rtmp'] {
  const { enable = false, enable_tls: secure = false, address = ':1935', address_tls = '' } = rtmp ?? {};
  const listen = secure && address_tls !== '' ? address_tls : address;
  // The default port of ffmpeg.
  const usual = secure ? '443' : '1935';
  return {
    enabled: enable,
    secure,
    host: hostnameFor(listen) + portUnless(split(listen).port, usual),
    local: localHost(listen, usual),
    app: `/${rtmp?.app ?? ''}`.replace(/\/+/g, '/').replace(/\/$/, ''),
    token: encodePath(rtmp?.token ?? ''),
  };
}

function srtOf({ srt }: Config, hostnameFor: HostnameFor): Network['srt'] {
  const { host, port } = split(srt?.address ?? ':6000');
  return {
    enabled: srt?.enable ?? null,
    host: `${hostnameFor(srt?.address)}:${port}`,
    local: `${host || 'localhost'}:${port}`,
    token: srt?.token ?? '',
    passphrase: srt?.passphrase ?? '',
  };
}

/** Hosts of the core in lowercase, with the path prefix. */
export function ownHosts({ http, hls }: Pick<Network, 'http' | 'hls'>): string[] {
  const { port } = split(hls.local);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].map((host) => host + (port === '' ? '' : `:${port}`));
  return [...new Set([`${http.host}${http.path}`, hls.local, ...loopback].map((host) => host.toLowerCase()))];
}

function split(address: string): { host: string; port: string } {
  const [, host = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(address) ?? [];
  return { host, port };
}

const portUnless = (port: string, usual: string) => (port === '' || port === usual ? '' : `:${port}`);

function localHost(address: string, usual: string): string {
  const { host, port } = split(address);
  return (host || 'localhost') + portUnless(port, usual);
}

/** The name under which the core publishes a channel, and receives it if it has no key. */
export const streamName = (channel: string): string => `${channel}.stream`;
export const rtmpScheme = ({ rtmp }: Network) => (rtmp.secure ? 'rtmps' : 'rtmp');
export const rtmpQuery = ({ rtmp }: Network) => (rtmp.token === '' ? '' : `?token=${rtmp.token}`);

export const srtQuery = (name: string, mode: 'request' | 'publish', { token, passphrase }: Network['srt']) => {
  const streamid = `${name},mode:${mode}${token === '' ? '' : `,token:${token}`}`;
  return `mode=caller&transtype=live&streamid=${streamid}${passphrase === '' ? '' : `&passphrase=${passphrase}`}`;
};

export type Addresses = { hls: string; snapshot: string; player: string; rtmp: string | null; srt: string | null };

/** Whether an input reads the stream to which the ingest would publish; doing both is impossible. */
export function ownStream(network: Network, kind: 'rtmp' | 'srt', address: string): boolean {
  const { channel } = network;
  if (!address.includes(channel) || address.includes('ingest')) return false;
  const name = kind === 'rtmp' ? `${channel}.stream` : channel;
  if (address.startsWith(`{${kind},`)) return /[,{]name=([^,}]*)/.exec(address)?.[1] === name;
  const [scheme = '', rest = ''] = address.split('://');
  return (
    [kind, `${kind}s`].includes(scheme.toLowerCase()) &&
    ['localhost', network[kind].local].some((host) => rest.startsWith(host))
  );
}

/** Null for a server that is off. Player pages stay on the core. */
export function addressesOf(network: Network, storage: Storage = 'memfs', edge: string | null = null): Addresses {
  const { rtmp, srt, channel } = network;
  const base = httpAddress(network);
  return {
    hls: `${edge ?? base}/${playlistPath(channel, storage)}`,
    snapshot: `${edge ?? base}/${snapshotPath(channel)}`,
    player: `${base}/${channel}.html`,
    rtmp: rtmp.enabled
      ? `${rtmpScheme(network)}://${rtmp.host}${rtmp.app}/${streamName(channel)}${rtmpQuery(network)}`
      : null,
    srt: srt.enabled ? `srt://${srt.host}/?${srtQuery(channel, 'request', srt)}` : null,
  };
}

/** Without a closing slash. `credentials`: '' or `user:password@`. */
export const httpAddress = ({ http: { secure, host, path } }: Network, credentials = '') =>
  `${secure ? 'https' : 'http'}://${credentials}${host}${path}`;
