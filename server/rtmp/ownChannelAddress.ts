import { hostname, networkInterfaces } from 'node:os';
import { parseAddress } from '../config/address.ts';
import type { Config } from '../config/configSchema.ts';
import { createNetworkMatcher } from '../util/networks.ts';

/** ffmpeg's options before an address count too. */
export interface RtmpTarget {
  readonly address: string;
  readonly options: readonly string[];
}

/** Channel of our server that ffmpeg publishes or plays; null for any other address. */
export type OwnChannelAt = (target: RtmpTarget) => string | null;

const DEFAULT_PORTS = { rtmp: 1935, rtmps: 443 } as const;
const isLoopback = createNetworkMatcher(['127.0.0.0/8', '::1/128', '0.0.0.0/32', '::/128']);

export const PLAYPATH = '-rtmp_playpath';
const APP = '-rtmp_app';

interface OwnPorts {
  readonly port: number | null;
  readonly securePort: number | null;
}

export function createOwnChannelAt({ rtmp, host: { name: names } }: Config, ports: OwnPorts | null): OwnChannelAt {
  const listening = [rtmp.address, rtmp.address_tls].map((address) => parseAddress(address).host);
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  const hosts = new Set(
    ['localhost', hostname(), ...listening, ...names, ...interfaces].map((host) => host.toLowerCase()),
  );
  const prefix = rtmp.app.endsWith('/') ? rtmp.app : `${rtmp.app}/`;

  return ({ address, options }) => {
    const found = /^rtmp(s?):\/{0,2}(?:[^@/?]*@)?(?:\[([^\]]*)\]|([^:/?]*))(?::(\d+))?(\/[^?]*)?(?:\?(.*))?$/is.exec(
      address,
    );
    if (ports === null || found === null) return null;
    const [, secure, six = '', other = '', portText, pathText = '', query = ''] = found;
    const host = (six || other).toLowerCase();
    const [usual, port] = secure ? [DEFAULT_PORTS.rtmps, ports.securePort] : [DEFAULT_PORTS.rtmp, ports.port];
    if (Number(portText ?? usual) !== port || !(hosts.has(host) || isLoopback(host))) return null;
    const path = pathOf(pathText, options);
    const hasToken = new URLSearchParams(query).has('token');
    if (rtmp.token !== '' && !hasToken && path.at(-1) === rtmp.token) path.pop();
    const channel = `/${path.join('/')}`;
    return path.length > 0 && channel.startsWith(prefix) ? channel : null;
  };
}

/** As in ffmpeg, a playpath replaces everything except app and instance. */
function pathOf(pathText: string, options: readonly string[]): string[] {
  const elements = elementsOf(pathText);
  const playpath = optionIn(options, PLAYPATH);
  const app = optionIn(options, APP);
  if (playpath === null && app === null) return elements;
  const apps = elements.length === 1 ? (app === null ? 1 : 0) : Math.min(2, elements.length - 1);
  return [
    ...(app === null ? elements.slice(0, apps) : elementsOf(app)),
    ...(playpath === null ? elements.slice(apps) : elementsOf(playpath)),
  ];
}

const elementsOf = (path: string): string[] =>
  (path.split('?')[0] ?? '').split('/').filter((element) => element !== '');

function optionIn(options: readonly string[], option: string): string | null {
  const at = options.lastIndexOf(option);
  return at === -1 ? null : (options[at + 1] ?? null);
}
