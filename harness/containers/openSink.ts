import { freePort } from '../tools/launch/ports.ts';
import { EMBEDDED } from './buildImages.ts';
import { Container } from './container.ts';
import type { RunningContainer } from './runningContainer.ts';

export type SinkProtocol = 'rtmp' | 'srt';

export interface Sink {
  readonly address: string;
  /** Resolves to the number of decoded pictures after the wanted number; rejects with ffmpeg's log otherwise. */
  pictures(): Promise<number>;
  kill(): Promise<void>;
}

const ADDRESSES: Readonly<Record<SinkProtocol, (address: string) => readonly string[]>> = {
  rtmp: (address) => ['-listen', '1', '-i', `rtmp://${address}/live/key`],
  srt: (address) => ['-i', `srt://${address}?mode=listener`],
};

/** Starts a container whose ffmpeg receives one stream and decodes this many pictures. */
export async function openSink(protocol: SinkProtocol, seconds: number): Promise<Sink> {
  const address = `127.0.0.1:${await freePort()}`;
  const container = new Container(EMBEDDED).readOnly('1m').withEntrypoint(['ffmpeg']);
  container.withCommand([
    ...[
      '-hide_banner',
      '-nostdin',
      '-loglevel',
      'error',
      '-progress',
      '-',
      '-nostats',
      ...ADDRESSES[protocol](address),
    ],
    ...['-map', '0:v', '-frames:v', String(seconds), '-f', 'null', '-'],
  ]);
  const running: RunningContainer = await container.running();
  return {
    address,
    async pictures() {
      const code = await running.ended();
      const words = await running.words();
      const counts = [...words.matchAll(/frame=\s*(\d+)$/gm)].map(([, count]) => Number(count));
      if (code !== 0) throw new Error(`The sink ended with ${code}: ${words}`);
      return Math.max(0, ...counts);
    },
    kill: () => running.kill(),
  };
}
