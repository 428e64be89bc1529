import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Throws ffmpeg's log if anything is broken, except at the end of a file that was cut off. */
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
