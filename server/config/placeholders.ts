import { joinHostAndPort, parseAddress, toReachableHost } from './address.ts';
import type { Config } from './configSchema.ts';

/** Values are empty if their server is off. */
export interface Placeholders {
  /** `http://user:password@host:port/memfs`, credentials only if basic auth is on. */
  readonly memfs: string;
  readonly diskfs: string;
  /** `rtmp://host:port/app/name?token=T` */
  rtmp(name: string): string;
  /** `srt://host:port?mode=caller&...`; `publish` in outputs, `request` in inputs. */
  srt(name: string, mode: 'publish' | 'request', latencyMicros?: string): string;
}

export interface Ports {
  readonly http: number;
  readonly rtmp: number | null;
  readonly srt: number | null;
}

const SRT_LATENCY_MICROS = '20000';

/** A lone surrogate, which JSON allows, cannot be URI-encoded. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

const reachableAddress = (address: string, port: number): string =>
  joinHostAndPort(toReachableHost(parseAddress(address).host), port);

export function createPlaceholders(config: Config, ports: Ports, diskRoot: string): Placeholders {
  const { auth } = config.storage.memory;
  const user = auth.enable ? `${encode(auth.username)}:${encode(auth.password)}@` : '';
  const { rtmp, srt } = config;
  return {
    memfs: `http://${user}${reachableAddress(config.address, ports.http)}/memfs`,
    diskfs: diskRoot,
    rtmp: (name) => {
      const app = rtmp.app === '/' ? '' : rtmp.app;
      const token = rtmp.token === '' ? '' : `?token=${encode(rtmp.token)}`;
      return ports.rtmp === null ? '' : `rtmp://${reachableAddress(rtmp.address, ports.rtmp)}${app}/${name}${token}`;
    },
    srt: (name, mode, latencyMicros = SRT_LATENCY_MICROS) => {
      const stream = [name, `mode:${mode}`, ...(srt.token === '' ? [] : [`token:${srt.token}`])].join(',');
      const passphrase = srt.passphrase === '' ? '' : `&passphrase=${srt.passphrase}`;
      const host = reachableAddress(srt.address, ports.srt ?? parseAddress(srt.address).port);
      return `srt://${host}?mode=caller&transtype=live&latency=${latencyMicros}&streamid=${stream}${passphrase}`;
    },
  };
}
