import type { Config } from '../../api/answers/config.ts';
import { UNREAD } from '../../api/answers/fieldSchemas.ts';
import type { Process } from '../../api/answers/process.ts';
import { temporaryProcessOf } from '../../api/processIds.ts';
import { listens, schemeOf } from './addressProtocol.ts';
import type { Network } from './channelAddresses.ts';

export interface ListenPort {
  over: 'udp' | 'tcp';
  port: number;
}

const DATAGRAMS = ['srt', 'udp', 'udplite', 'rtp'];

/** Null if it does not listen, or its port is unknown. */
export function listenPortOf(address: string): ListenPort | null {
  if (!listens(address)) return null;
  const [, port] = /^[a-z]+:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*):(\d{1,5})(?:[/?#]|$)/i.exec(address.trim()) ?? [];
  const over = DATAGRAMS.includes(schemeOf(address).toLowerCase()) ? 'udp' : 'tcp';
  return port === undefined ? null : { over, port: Number(port) };
}

const server = (over: ListenPort['over'], listening: boolean | undefined, address = '', usual = 0): ListenPort[] => {
  const port = Number(/:(\d+)$/.exec(address)?.[1] ?? usual);
  return listening && port > 0 ? [{ over, port }] : [];
};

export const corePorts = ({
  address,
  tls,
  rtmp,
  srt,
}: Pick<Config, 'address' | 'tls' | 'rtmp' | 'srt'>): ListenPort[] => [
  ...server('tcp', true, address, 80),
  ...server('tcp', tls?.enable, tls?.address, 443),
  ...server('tcp', rtmp?.enable, rtmp?.address, 1935),
  ...server('tcp', rtmp?.enable && rtmp.enable_tls, rtmp?.address_tls),
  ...server('udp', srt?.enable, srt?.address, 6000),
];

export interface HeldPort extends ListenPort {
  id: string;
}

const WAITS = /[?&](listen(=1|&|$)|mode=(listener|rendezvous))/i;

export const portsOfProcesses = (processes: readonly Pick<Process, 'id' | 'config'>[]): HeldPort[] =>
  processes.flatMap(({ id, config }) => {
    if (!config || config === UNREAD || temporaryProcessOf(id) !== null) return [];
    const outputs = config.output.filter(({ address }) => WAITS.test(address));
    const ports = [...config.input, ...outputs].flatMap(({ address }) => listenPortOf(address) ?? []);
    return ports.map((port) => ({ id, ...port }));
  });

export const isTakenBy = (listenPort: ListenPort, used: readonly ListenPort[]): boolean =>
  used.some(({ over, port }) => over === listenPort.over && port === listenPort.port);

const [LOWEST, HIGHEST] = [1024, 65_535];

/** Skips every second port, because RTP also uses the next one. Returns the same port if all are taken. */
export function nextFreePort({ over, port }: ListenPort, used: readonly ListenPort[]): ListenPort {
  const inOrder = [port + 2, LOWEST + (port % 2)];
  for (const from of inOrder)
    for (let next = from; next <= HIGHEST; next += 2)
      if (!isTakenBy({ over, port: next }, used)) return { over, port: next };
  return { over, port };
}

const FIRST = 6001;
const LAST = 6999;

export function freeSrtPort(used: readonly ListenPort[]): number {
  for (let port = FIRST; port <= LAST; port++) if (!isTakenBy({ over: 'udp', port }, used)) return port;
  return FIRST;
}

/** For ffmpeg; without a mode, SRT is a caller. */
export const srtListener = (port: number) => `srt://0.0.0.0:${port}?mode=listener`;
export const srtCaller = ({ srt }: Pick<Network, 'srt'>, { port }: ListenPort, passphrase: string) =>
  `srt://${srt.host.replace(/:\d+$/, '')}:${port}?mode=caller${passphrase === '' ? '' : `&passphrase=${passphrase}`}`;

export const passphraseIn = (address: string): string => /[?&]passphrase=([^&]*)/.exec(address)?.[1] ?? '';
