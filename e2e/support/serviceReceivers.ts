import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decode } from '../../harness/streams/decode.ts';
import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { putReceiver } from '../../harness/streams/putReceiver.ts';
import { startRelay } from '../../harness/streams/rtsp/relay.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import { expect } from './expect.ts';

export interface Receiver extends AsyncDisposable {
  /** Resolves when the stream has been decoded. Call it before the publication starts. */
  arrives: () => Promise<unknown>;
  ends: () => Promise<unknown>;
}

interface Destination {
  service: string;
  fields: (port: number) => Readonly<Record<string, string>>;
  receiver: (port: number) => Promise<Receiver>;
  /** Whether senders notice a lost receiver at once. Senders of datagrams or one image a minute do not. */
  breaks: boolean;
}

/** Enough frames for more than a second of video and audio. */
const FRAMES = 30;
export const LOGIN = { user: 'studio', password: 'p@ss:w/rd', key: 'journey-s3cret' };
const ENOUGH_BYTES = 200_000;

const decodeBoth = (input: readonly string[]) =>
  decode(input, 'video', FRAMES).then(() => decode(input, 'audio', FRAMES));

/** UDP has no connection, so any socket at the port receives. */
const datagrams = {
  breaks: false,
  fields: (port: number) => ({ Address: `127.0.0.1:${port}` }),
  receiver: async (port: number): Promise<Receiver> => ({
    arrives: () => decodeBoth(['-i', `udp://127.0.0.1:${port}?timeout=20000000`]),
    ends: () =>
      expect(decode(['-i', `udp://127.0.0.1:${port}?timeout=2000000`], 'video', FRAMES)).rejects.toThrow(
        /ffmpeg ended/,
      ),
    [Symbol.asyncDispose]: async () => {},
  }),
};

function uploads(file: string, login: Readonly<Record<string, string>>, ready: (files: readonly string[]) => boolean) {
  const disk = new Map<string, Buffer>();
  const word = 'Username' in login ? `${login.Username}:${login.Password}` : undefined;
  return {
    breaks: true,
    fields: (port: number) => ({ Address: `http://127.0.0.1:${port}/live/${file}`, ...login }),
    async receiver(port: number): Promise<Receiver> {
      const server = await putReceiver(word, port, disk);
      return {
        async arrives() {
          await expect.poll(() => ready(server.files), { timeout: PATIENCE_MS, message: file }).toBe(true);
          expect(server.files.every((name) => name.startsWith('/live/'))).toBe(true);
          // ffmpeg does not detect the format of an image over HTTP.
          const kind = file.endsWith('.jpg') ? ['-f', 'jpeg_pipe'] : [];
          await decode([...kind, '-i', `${server.url}/live/${file}`], 'video', 1);
        },
        async ends() {
          const before = server.puts;
          await expect.poll(async () => server.puts, { timeout: 5000, intervals: [3000] }).toBe(before);
        },
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    },
  };
}

/** An ffmpeg that listens for one sender. `input`: its arguments up to the address. */
const listener = (fields: Destination['fields'], input: (port: number) => readonly string[]) => ({
  breaks: true,
  fields,
  async receiver(port: number): Promise<Receiver> {
    const folder = await mkdtemp(path.join(tmpdir(), 'listener-'));
    const file = path.join(folder, 'arrived.ts');
    const ffmpeg = runFfmpeg([...input(port), '-map', '0', '-c', 'copy', '-flush_packets', '1', '-f', 'mpegts', file]);
    const size = () =>
      stat(file).then(
        (found) => found.size,
        () => 0,
      );
    return {
      async arrives() {
        await expect.poll(size, { timeout: PATIENCE_MS }).toBeGreaterThan(ENOUGH_BYTES);
        await decodeBoth(['-i', file]);
      },
      ends: () => ffmpeg.ended,
      async [Symbol.asyncDispose]() {
        await ffmpeg.stop();
        await rm(folder, { recursive: true });
      },
    };
  },
});

const login = { Username: LOGIN.user, Password: LOGIN.password };
/** A player of a live playlist starts before the end, so it needs two segments. */
const segments = (name: RegExp) => (files: readonly string[]) => files.filter((file) => name.test(file)).length >= 2;

export const serviceReceivers: readonly Destination[] = [
  {
    service: 'RTSP',
    breaks: true,
    fields: (port) => ({ Address: `127.0.0.1:${port}/live`, Transport: 'tcp' }),
    async receiver(port) {
      const relay = await startRelay(port);
      const url = `rtsp://127.0.0.1:${port}/live`;
      return {
        arrives: () => relay.recording.then(() => decodeBoth(['-rtsp_transport', 'tcp', '-i', url])),
        ends: () =>
          expect
            .poll(() => decode(['-rtsp_transport', 'tcp', '-i', url], 'video', 1).then(String, String))
            .toContain('404'),
        [Symbol.asyncDispose]: () => relay.close(),
      };
    },
  },
  { service: 'UDP', ...datagrams },
  { service: 'MPEG-TS', ...datagrams },
  {
    service: 'RTMP',
    ...listener(
      (port) => ({ Server: `127.0.0.1:${port}/live`, 'Stream key': LOGIN.key }),
      (port) => ['-listen', '1', '-i', `rtmp://127.0.0.1:${port}/live/${LOGIN.key}`],
    ),
  },
  {
    service: 'SRT',
    ...listener(
      (port) => ({ Address: `127.0.0.1:${port}`, Passphrase: LOGIN.key }),
      (port) => ['-passphrase', LOGIN.key, '-i', `srt://127.0.0.1:${port}?mode=listener`],
    ),
  },
  // Segment numbers continue after an outage.
  { service: 'HLS', ...uploads('stream.m3u8', login, segments(/\.ts$/)) },
  { service: 'DASH', ...uploads('stream.mpd', login, segments(/stream0-\d+\.m4s$/)) },
  { service: 'Image2', ...uploads('still.jpg', {}, (files) => files.includes('/live/still.jpg')), breaks: false },
];
