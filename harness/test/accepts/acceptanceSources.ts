import { Config } from '../../../src/api/answers/config.ts';
import type { SourceContext } from '../../../src/catalog/form/defineCatalogEntry.ts';
import { sourceWays } from '../../../src/catalog/trial/sourceRows.ts';
import { networkOf } from '../../../src/media/address/channelAddresses.ts';
import type { Input } from '../../../src/media/encoding/profile.ts';
import { type FfmpegVersion, skillsOf } from '../../../src/media/encoding/skills.ts';
import { runFfmpeg } from '../../streams/ffmpeg.ts';
import { hlsSource } from '../../streams/hlsSource.ts';
import { rtspSource } from '../../streams/rtsp/source.ts';
import { testPictures } from '../../streams/testPattern.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { type MadeFile, makeMediaFile } from './makeMediaFile.ts';

interface SourceServer extends AsyncDisposable {
  readonly url: string;
}

interface ReadSource {
  name: string;
  inputs: readonly Input[];
  /** The device that ffmpeg reads, which test machines lack. */
  device?: string;
  serve?: () => Promise<SourceServer>;
}

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const network = networkOf({ config: Config.parse({}), page: new URL('http://localhost:8080'), channel: CHANNEL });

export const readInput = ({ address, options }: Input): string[] => [
  ...[...options, '-i', address, '-t', '1', '-f', 'null', '-'],
];

async function sending(form: string, address: (port: number) => string, read = address): Promise<SourceServer> {
  const port = await freePort();
  const ffmpeg = runFfmpeg([...testPictures.h264, '-f', form, address(port)]);
  return { url: read(port), [Symbol.asyncDispose]: () => ffmpeg.stop() };
}

const SENDERS: Record<string, () => Promise<SourceServer>> = {
  rtsp: () => rtspSource(),
  http: () => hlsSource(),
  udp: () =>
    sending(
      'mpegts',
      (port) => `udp://127.0.0.1:${port}?pkt_size=1316`,
      (port) => `udp://127.0.0.1:${port}`,
    ),
  srt: () =>
    sending(
      'mpegts',
      (port) => `srt://127.0.0.1:${port}?mode=listener`,
      (port) => `srt://127.0.0.1:${port}?mode=caller&connect_timeout=20000`,
    ),
};

const FILES: Record<string, MadeFile> = { sound: 'sound', h264: 'h264', still: 'still' };

function nameOf<T>(table: Record<string, T>, name: string): T {
  const found = table[name];
  if (found === undefined) throw new Error(`Nothing is made for ${name}`);
  return found;
}

export const contextOf = (ffmpeg: FfmpegVersion & { version: string }): SourceContext => ({
  ...{ ffmpeg, network, skills: { ...skillsOf(null), ffmpeg } },
});

export async function acceptanceSources(ffmpeg: FfmpegVersion & { version: string }): Promise<ReadSource[]> {
  // Options for particular cameras are not tested here.
  const ways = sourceWays(contextOf(ffmpeg)).filter(({ needs, setting, inputs }) =>
    needs ? setting === null : inputs.length > 0,
  );
  return Promise.all(
    ways.map(async ({ name, inputs, needs }): Promise<ReadSource> => {
      if (!needs) return { name, inputs };
      if ('device' in needs) return { name, inputs, device: needs.device };
      if ('sender' in needs) return { name, inputs, serve: nameOf(SENDERS, needs.sender) };
      const address = await makeMediaFile(nameOf(FILES, needs.file));
      return { name, inputs: inputs.map((input) => ({ ...input, address })) };
    }),
  );
}
