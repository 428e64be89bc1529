import { freePort } from '../../harness/launch/ports.ts';
import { decode } from '../../harness/streams/decode.ts';
import { putReceiver } from '../../harness/streams/putReceiver.ts';
import { startRelay } from '../../harness/streams/rtsp/relay.ts';
import { expect } from './play.ts';

/** A real receiver of a service, and what an operator enters to reach it. */
interface Receiver extends AsyncDisposable {
  /** What is entered, by the beginning of the label. */
  fields: Readonly<Record<string, string>>;
  /** Resolves when what arrives has been decoded; begun before the publication is. */
  arrives: () => Promise<unknown>;
  /** Resolves when nothing arrives any more. */
  ends: () => Promise<unknown>;
}

interface Destination {
  /** As it is called on its tile. */
  service: string;
  receiver: () => Promise<Receiver>;
}

/** A second of the picture and of the tone, and some more. */
const FRAMES = 30;
const PATIENCE_MS = 60_000;
export const LOGIN = { user: 'studio', password: 'p@ss:w/rd' };

const both = (input: readonly string[]) => decode(input, 'video', FRAMES).then(() => decode(input, 'audio', FRAMES));
const nothing = { ends: async () => {}, [Symbol.asyncDispose]: async () => {} };

/** Datagrams come to whoever has the port. */
async function datagrams(): Promise<Receiver> {
  const port = await freePort();
  return {
    ...nothing,
    fields: { Address: `127.0.0.1:${port}` },
    arrives: () => both(['-i', `udp://127.0.0.1:${port}?timeout=20000000`]),
    ends: () =>
      expect(decode(['-i', `udp://127.0.0.1:${port}?timeout=2000000`], 'video', FRAMES)).rejects.toThrow(
        /ffmpeg ended/,
      ),
  };
}

/** Files that are put with a login. */
async function uploads(file: string, fields: Record<string, string>, ready: (files: readonly string[]) => boolean) {
  const login = 'Username' in fields ? `${fields.Username}:${fields.Password}` : undefined;
  const server = await putReceiver(login);
  return {
    fields: { Address: `${server.url}/live/${file}`, ...fields },
    async arrives() {
      await expect.poll(() => ready(server.files), { timeout: PATIENCE_MS }).toBe(true);
      expect(server.files.every((name) => name.startsWith('/live/'))).toBe(true);
      // Of an image that comes by HTTP ffmpeg does not guess what it is.
      const kind = file.endsWith('.jpg') ? ['-f', 'jpeg_pipe'] : [];
      await decode([...kind, '-i', `${server.url}/live/${file}`], 'video', 1);
    },
    async ends() {
      const before = server.puts;
      await expect.poll(async () => server.puts, { timeout: 5000, intervals: [3000] }).toBe(before);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const login = { Username: LOGIN.user, Password: LOGIN.password };

export const destinations: readonly Destination[] = [
  {
    service: 'RTSP',
    async receiver() {
      const port = await freePort();
      const relay = await startRelay(port);
      const url = `rtsp://127.0.0.1:${port}/live`;
      return {
        fields: { Address: `127.0.0.1:${port}/live`, Transport: 'tcp' },
        arrives: () => relay.recording.then(() => both(['-rtsp_transport', 'tcp', '-i', url])),
        ends: () =>
          expect
            .poll(() => decode(['-rtsp_transport', 'tcp', '-i', url], 'video', 1).then(String, String))
            .toContain('404'),
        [Symbol.asyncDispose]: () => relay.close(),
      };
    },
  },
  { service: 'UDP', receiver: datagrams },
  { service: 'MPEG-TS', receiver: datagrams },
  {
    service: 'HLS',
    receiver: () => uploads('stream.m3u8', login, (files) => files.some((name) => name.endsWith('1.ts'))),
  },
  {
    service: 'DASH',
    receiver: () => uploads('stream.mpd', login, (files) => files.some((name) => name.endsWith('stream0-00002.m4s'))),
  },
  { service: 'Image2', receiver: () => uploads('still.jpg', {}, (files) => files.includes('/live/still.jpg')) },
];
