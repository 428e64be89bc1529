import type { Config } from '../../api/answers/config.ts';
import { playlistPath, type Storage, snapshotPath } from '../hls/hlsFiles.ts';
import { encodePath } from './addressProtocol.ts';

/** How a channel's streams are reached from outside, and how ffmpeg reaches them on the core itself. */
export type Network = {
  channel: string;
  /** The core resolves its own words for its servers at each start, as in `{rtmp,name=…}`: from 16.10 on. */
  words: boolean;
  /** path: '' or the one below which a proxy shows the core, without a closing slash. */
  http: { secure: boolean; host: string; path: string };
  rtmp: {
    enabled: boolean;
    secure: boolean;
    /** As the outside sees it, with the port unless it is the usual one of its scheme. */
    host: string;
    /** As ffmpeg on the core sees it. */
    local: string;
    /** '' or a path that begins with a slash and does not end with one. */
    app: string;
    /** Percent-encoded, ready for an address. */
    token: string;
  };
  /** enabled null: the core has no such server that could be switched on. */
  srt: { enabled: boolean | null; host: string; local: string; token: string; passphrase: string };
  /** credentials: percent-encoded `user:password` for writing, '' when none are asked. */
  hls: { local: string; credentials: string };
};

/** Cores that resolve no placeholders have no feeds: the feed must survive changes of ports and tokens. */
export const feedServers = ({ words, rtmp, srt }: Pick<Network, 'words' | 'rtmp' | 'srt'>) => ({
  rtmp: words && rtmp.enabled,
  srt: srt.enabled === null ? null : words && srt.enabled,
});

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
/** No certificate names it, and it is of no use elsewhere. */
const isLocal = (hostname: string) => hostname === 'localhost' || IPV4.test(hostname) || hostname.includes(':');

const isLoopback = (hostname: string) =>
  /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::(1|ffff:7f[\da-f]{2}:[\da-f]{1,4})?\]$/i.test(hostname);

interface NetworkFacts {
  config: Config;
  /** The address at which the interface reaches the core. */
  page: URL;
  channel: string;
  /** Addresses of the core's machine in its networks, the best first, if the core tells them. IPv6 in brackets. */
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

// A page opened by number or on the machine itself would give links that are useless elsewhere.
function publicHostname(config: Config, page: URL): string {
  const [name] = config.host.name;
  return isLocal(page.hostname) && name ? name : page.hostname;
}

/**
 * The host for other machines: the page of the machine itself is no help to them, unless the server listens for that
 * machine alone. @param address at which the server listens
 */
function lanHostname(hostname: string, address: string | undefined, lan: readonly string[]): string {
  if (!isLoopback(hostname)) return hostname;
  const { host } = split(address ?? '');
  if (host === '' || host === '0.0.0.0' || host === '[::]') return lan[0] ?? hostname;
  return host;
}

type HostnameFor = (address: string | undefined) => string;

/** The server of the page, which is known to open, or the HTTPS server beside it if its port is known as well. */
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
  // Newer cores serve RTMPS at an address of its own, beside RTMP.
  const listen = secure && address_tls !== '' ? address_tls : address;
  // Without a port ffmpeg takes this one.
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

/** Where the core itself is reached, as it stands in addresses between `http://` and the path. In lower case. */
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

/** The name under which a channel is published by the core, and pushed to it unless it has a key of its own. */
export const streamName = (channel: string): string => `${channel}.stream`;
export const rtmpScheme = ({ rtmp }: Network) => (rtmp.secure ? 'rtmps' : 'rtmp');
export const rtmpQuery = ({ rtmp }: Network) => (rtmp.token === '' ? '' : `?token=${rtmp.token}`);

export const srtQuery = (name: string, mode: 'request' | 'publish', { token, passphrase }: Network['srt']) => {
  const streamid = `${name},mode:${mode}${token === '' ? '' : `,token:${token}`}`;
  return `mode=caller&transtype=live&streamid=${streamid}${passphrase === '' ? '' : `&passphrase=${passphrase}`}`;
};

export type Addresses = { hls: string; snapshot: string; player: string; rtmp: string | null; srt: string | null };

/** Whether an input reads, from the core's own server, the stream that the ingest would send there: two cannot. */
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

/**
 * The addresses for viewers and other programs; null where the core's server is off.
 * @param edge that viewers come to; players' pages stay at the core
 */
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

/** Where the outside finds what the core serves, without a closing slash. @param credentials '' or `user:password@` */
export const httpAddress = ({ http: { secure, host, path } }: Network, credentials = '') =>
  `${secure ? 'https' : 'http'}://${credentials}${host}${path}`;
