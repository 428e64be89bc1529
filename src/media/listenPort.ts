import { listens, schemeOf } from './address.ts';
import type { Network } from './network.ts';

/** A port of the core's machine on which ffmpeg itself waits for a sender. */
export interface ListenPort {
  over: 'udp' | 'tcp';
  port: number;
}

const DATAGRAMS = ['srt', 'udp', 'udplite', 'rtp'];

/** null: it waits nowhere, or at no port that can be told. */
export function listenPortOf(address: string): ListenPort | null {
  if (!listens(address)) return null;
  const [, port] = /^[a-z]+:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*):(\d{1,5})(?:[/?#]|$)/i.exec(address.trim()) ?? [];
  const over = DATAGRAMS.includes(schemeOf(address).toLowerCase()) ? 'udp' : 'tcp';
  return port === undefined ? null : { over, port: Number(port) };
}

const portOf = (host: string, usual: number) => Number(/:(\d+)$/.exec(host)?.[1] ?? usual);

/** Where the servers of the core listen themselves. */
export const ownPorts = ({ hls, rtmp, srt }: Pick<Network, 'hls' | 'rtmp' | 'srt'>): ListenPort[] => [
  { over: 'tcp', port: portOf(hls.local, 80) },
  ...(rtmp.enabled ? [{ over: 'tcp', port: portOf(rtmp.local, rtmp.secure ? 443 : 1935) } as const] : []),
  ...(srt.enabled ? [{ over: 'udp', port: portOf(srt.local, 6000) } as const] : []),
];

export const isTakenBy = (wanted: ListenPort, taken: readonly ListenPort[]): boolean =>
  taken.some(({ over, port }) => over === wanted.over && port === wanted.port);

const FIRST = 6001;
const LAST = 6999;

/** A port for SRT that nobody has whom we know. */
export function freeSrtPort(taken: readonly ListenPort[]): number {
  for (let port = FIRST; port <= LAST; port++) if (!isTakenBy({ over: 'udp', port }, taken)) return port;
  return FIRST;
}

/** What ffmpeg is told, and what the sender: no mode means that it calls. */
export const srtListener = (port: number) => `srt://0.0.0.0:${port}?mode=listener`;
export const srtCaller = ({ srt }: Pick<Network, 'srt'>, { port }: ListenPort, passphrase: string) =>
  `srt://${srt.host.replace(/:\d+$/, '')}:${port}?mode=caller${passphrase === '' ? '' : `&passphrase=${passphrase}`}`;

export const passphraseIn = (address: string): string => /[?&]passphrase=([^&]*)/.exec(address)?.[1] ?? '';
