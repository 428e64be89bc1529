import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Fixture } from './fixture.ts';

const entries = (playlist: string): string[] =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** A viewer: the playlist that is made for it, the one with its session, and every segment once. */
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
  /** The exit code: 255 is what an interrupt leads to. */
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

/** Pushes a test picture until it is interrupted or refused. */
export const publish = (url: string): FfmpegClient => run([...source, ...coded, url]);
/** Reads so many seconds of a stream. */
export const pull = (url: string, seconds: number): FfmpegClient =>
  run(['-i', url, '-t', String(seconds), '-f', 'null', '-']);
