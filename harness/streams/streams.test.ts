import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod';
import { sampleOf } from '../test/testing/quickOrWholeSuite.ts';
import { freePort } from '../tools/launch/ports.ts';
import { hlsSource } from './hlsSource.ts';
import { rtmpPush } from './rtmpPush.ts';
import { rtspSource } from './rtsp/source.ts';

const Probe = z.object({ streams: z.array(z.object({ codec_name: z.string() })) });

async function codecs(url: string): Promise<string[]> {
  const transport = url.startsWith('rtsp:') ? ['-rtsp_transport', 'tcp'] : [];
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', ...transport, '-show_entries', 'stream=codec_name', '-of', 'json', url],
  ]);
  return Probe.parse(JSON.parse(stdout))
    .streams.map(({ codec_name }) => codec_name)
    .sort();
}

const toDispose: AsyncDisposable[] = [];
function keep<T extends AsyncDisposable>(source: T): T {
  toDispose.push(source);
  return source;
}
afterEach(async () => {
  for (const source of toDispose.splice(0)) await source[Symbol.asyncDispose]();
});

it.each(
  sampleOf(
    [
      ['h264' as const, ['aac', 'h264']],
      ['hevc' as const, ['aac', 'hevc']],
      ['mpeg2' as const, ['mp2', 'mpeg2video']],
      ['silent' as const, ['h264']],
    ],
    4,
  ),
)('the HLS source serves %s', async (picture, expected) => {
  const { url } = keep(await hlsSource({ picture }));
  expect(await codecs(url)).toEqual(expected);
});

it('the HLS source requires its password', async () => {
  const { url } = keep(await hlsSource({ user: { name: 'cam', password: 'secret' } }));
  await expect(codecs(url)).rejects.toThrow('401');
  expect(await codecs(url.replace('//', '//cam:secret@'))).toEqual(['aac', 'h264']);
});

it('a wrong path of the HLS source is a 404', async () => {
  const { url } = keep(await hlsSource({}));
  await expect(codecs(url.replace('live', 'other'))).rejects.toThrow('404');
});

it.each(
  sampleOf(
    [
      ['HLS', hlsSource],
      ['RTSP', rtspSource],
    ],
    2,
  ),
)('%s dies and recovers at the same address', async (_, open) => {
  const source = keep(await open());
  expect(await codecs(source.url)).toEqual(['aac', 'h264']);
  await source.die();
  await expect(codecs(source.url)).rejects.toThrow('Connection refused');
  await source.revive();
  expect(await codecs(source.url)).toEqual(['aac', 'h264']);
});

it('an RTMP push retries until the server is up', async () => {
  const port = await freePort();
  keep(rtmpPush(`rtmp://127.0.0.1:${port}/live/test`));
  const server = createServer();
  const received = new Promise<string>((resolve) => {
    server.on('connection', (socket) =>
      socket.once('data', (bytes) => resolve(`version ${bytes[0]}`)).on('error', () => {}),
    );
  });
  server.listen(port, '127.0.0.1');
  expect(await received).toBe('version 3');
  server.close();
});
