import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * How many seconds of video ffmpeg decodes of a file; throws what it says if anything in it is broken.
 * @param state what was cut off may be broken at its end
 */
export async function decodedSeconds(address: string, state: 'whole' | 'cut off' = 'whole'): Promise<number> {
  const args = [
    '-hide_banner',
    '-loglevel',
    'error',
    '-progress',
    'pipe:1',
    '-i',
    address,
    '-map',
    '0:v',
    '-map',
    '0:a',
  ];
  const child = spawn('ffmpeg', [...args, '-f', 'null', '-'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [progress, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (state === 'whole' && (child.exitCode !== 0 || errors.trim() !== ''))
    throw new Error(`${address}: ${errors.trim()}`);
  return Number([...progress.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1] ?? 0) / 1_000_000;
}
