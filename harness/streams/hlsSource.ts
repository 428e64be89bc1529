import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { freePort } from '../tools/launch/ports.ts';
import { type Ffmpeg, runFfmpeg } from './ffmpeg.ts';
import type { Source } from './restartableSource.ts';
import { type Picture, testPictures } from './testPattern.ts';

const RECHECK_MS = 100;
const PLAYLIST = 'live.m3u8';

interface Options {
  picture?: Picture;
  user?: { name: string; password: string };
}

/** Starts a live HLS stream on loopback; resolves when it is readable. */
export async function hlsSource({ picture = 'h264', user }: Options = {}): Promise<Source> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hls-source-'));
  const port = await freePort();
  const serve = files(folder, user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`);
  let ffmpeg: Ffmpeg | null = null;
  let server: Server | null = null;

  const source: Source = {
    url: `http://127.0.0.1:${port}/${PLAYLIST}`,
    async revive() {
      ffmpeg = runFfmpeg([
        ...testPictures[picture],
        ...[
          '-f',
          'hls',
          '-hls_time',
          '1',
          '-hls_list_size',
          '6',
          '-hls_flags',
          'delete_segments+append_list+omit_endlist+temp_file',
        ],
        path.join(folder, PLAYLIST),
      ]);
      await firstSegment(path.join(folder, PLAYLIST), ffmpeg.ended);
      server = createServer(serve).listen(port, '127.0.0.1');
      await new Promise<void>((resolve, reject) => server?.once('listening', resolve).once('error', reject));
    },
    async die() {
      await new Promise<void>((resolve) => {
        if (!server) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await ffmpeg?.stop();
      await rm(path.join(folder, PLAYLIST), { force: true });
    },
    async [Symbol.asyncDispose]() {
      await source.die();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await source.revive();
  } catch (error) {
    await source[Symbol.asyncDispose]();
    throw error;
  }
  return source;
}

async function firstSegment(playlist: string, ended: Promise<string>): Promise<void> {
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  const failed = ended.then((reason) => {
    throw new Error(reason);
  });
  failed.catch(() => {});
  for (;;) {
    const text = await readFile(playlist, 'utf8').catch(() => '');
    if (text.includes('#EXTINF')) return;
    if (timeout.aborted) throw new Error(`No segment after ${PATIENCE_MS / 1000} s in ${playlist}`);
    await Promise.race([sleep(RECHECK_MS), failed]);
  }
}

function files(folder: string, authorization: string | undefined): RequestListener {
  return async (request, response) => {
    if (authorization !== undefined && request.headers.authorization !== authorization) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="camera"' }).end();
      return;
    }
    // basename: no path out of the folder
    const name = path.basename(new URL(request.url ?? '/', 'http://source').pathname);
    const body = await readFile(path.join(folder, name)).catch(() => null);
    const type = name.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp2t';
    if (body) response.writeHead(200, { 'Content-Type': type }).end(body);
    else response.writeHead(404).end();
  };
}
