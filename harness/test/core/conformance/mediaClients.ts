import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Fixture } from './fixture.ts';

const entries = (playlist: string): string[] =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** Reads like a viewer: the master playlist, the playlist of its session, and each segment once. */
export async function watchHls(fixture: Fixture, name: string, headers: Record<string, string>, session?: string) {
  const get = async (path: string) => (await fixture.send({ path, headers })).body.toString();
  const [own = ''] =
    session === undefined ? entries(await get(`/memfs/${name}.m3u8`)) : [`${name}.m3u8?session=${session}`];
  const segments = entries(await get(`/memfs/${own}`));
  for (const segment of segments) await get(`/memfs/${segment}`);
}

const source = '-re -f lavfi -i testsrc2=size=320x180:rate=25 -f lavfi -i sine=frequency=440'.split(' ');
const coded = '-c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a aac -f flv'.split(' ');

export interface FfmpegClient {
  /** Exit code; 255 after an interrupt. */
  readonly ended: Promise<number>;
  interrupt(): void;
}

function run(args: readonly string[]): FfmpegClient {
  const child = spawn('ffmpeg', ['-hide_banner', '-nostdin', '-loglevel', 'error', ...args], { stdio: 'ignore' });
  return {
    ended: once(child, 'exit').then(([code]) => Number(code)),
    interrupt: () => void child.kill('SIGINT'),
  };
}

export const publish = (url: string): FfmpegClient => run([...source, ...coded, url]);
export const pull = (url: string, seconds: number): FfmpegClient =>
  run(['-i', url, '-t', String(seconds), '-f', 'null', '-']);
