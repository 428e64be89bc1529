import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { listenOnLoopback, type OpenServer } from './listenOnLoopback.ts';
import { testPictures } from './testPattern.ts';

/** A live transport stream over HTTP that restarts for each request. */
export const transportSource = (): Promise<OpenServer> =>
  listenOnLoopback(
    createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'video/mp2t' });
      const args = ['-loglevel', 'error', ...testPictures.h264, '-f', 'mpegts', 'pipe:1'];
      const ffmpeg = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] });
      ffmpeg.stdout.pipe(response);
      response.once('close', () => ffmpeg.kill('SIGKILL'));
    }),
  );
