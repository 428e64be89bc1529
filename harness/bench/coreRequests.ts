import * as z from 'zod';
import { playlistAddress } from '../../src/media/hls/hlsFiles.ts';

const Login = z.object({ access_token: z.string() });
const idOf = (n: number) => `bench:${n}`;

/** Requests other than the load. They reject unless the status is 200, 201 or 204. */
export function coreApiOf(origin: string, user: { readonly name: string; readonly password: string } | null) {
  let token = '';

  const send = async (method: string, path: string, body: string | Buffer<ArrayBuffer> | null, bearer: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(bearer === '' ? {} : { Authorization: `Bearer ${bearer}` }),
    };
    const answer = await fetch(`${origin}/api${path}`, { method, headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${origin}/api${path}: ${answer.status} ${text}`);
    return text;
  };
  const request = (method: string, path: string, body: string | Buffer<ArrayBuffer> | null = null) =>
    send(method, path, body, token);

  return {
    ask: request,
    /** Returns a new token; '' without a login. Tokens live for ten minutes. */
    async login(): Promise<string> {
      if (user === null) return '';
      const login = JSON.stringify({ username: user.name, password: user.password });
      token = Login.parse(JSON.parse(await send('POST', '/login', login, ''))).access_token;
      return token;
    },
    async define(count: number): Promise<void> {
      for (let n = 1; n <= count; n++) {
        await request('POST', '/v3/process', JSON.stringify(processOf(n)));
        const path = `/v3/process/${encodeURIComponent(idOf(n))}/metadata/bench`;
        await request('PUT', path, JSON.stringify(metadataOf(n)));
      }
    },
    async remove(from: number, to: number): Promise<void> {
      for (let n = from; n > to; n--) await request('DELETE', `/v3/process/${encodeURIComponent(idOf(n))}`);
    },
  };
}

const processOf = (n: number) => ({
  id: idOf(n),
  type: 'ffmpeg',
  reference: 'bench',
  autostart: false,
  reconnect: true,
  reconnect_delay_seconds: 15,
  stale_timeout_seconds: 30,
  options: ['-err_detect', 'ignore_err', '-y'],
  input: [
    {
      id: 'input_0',
      address: `rtsp://127.0.0.1:9/camera${n}`,
      options: ['-fflags', '+genpts', '-thread_queue_size', '512', '-rtsp_transport', 'tcp'],
    },
  ],
  output: [
    {
      id: 'output_0',
      address: playlistAddress(`bench_${n}`, 'memfs'),
      options: ['-codec', 'copy', '-f', 'hls', '-hls_time', '2', '-hls_list_size', '6', '-method', 'PUT'],
      cleanup: [{ pattern: `memfs:/bench_${n}_**`, max_files: 8, max_file_age_seconds: 16, purge_on_delete: true }],
    },
  ],
});

const metadataOf = (n: number) => ({
  version: 1,
  name: `Channel ${n}`,
  sources: [
    {
      type: 'network',
      settings: { address: `rtsp://127.0.0.1:9/camera${n}`, rtsp: { udp: false } },
      inputs: [],
      streams: [],
    },
  ],
  profiles: [{ video: { source: 0, stream: 0, encoder: { coder: 'copy' } }, audio: { source: -1, stream: -1 } }],
  control: { hls: { segmentDuration: 2, listSize: 6, cleanup: true }, process: { reconnect: true, delay: 15 } },
  license: 'CC BY 4.0',
  player: {},
});
