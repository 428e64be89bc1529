import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runFfmpeg } from './ffmpeg.ts';
import { FPS } from './testPattern.ts';

export const FILE_S = 4;

/** Creates a file with a test picture and a tone. `args`: further ffmpeg arguments. */
export async function mediaFile(name: string, ...args: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'file-source-'));
  try {
    const file = path.join(folder, name);
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=${FPS}:duration=${FILE_S}`];
    const tone = ['-f', 'lavfi', '-i', `sine=duration=${FILE_S}`];
    const end = await runFfmpeg([...picture, ...tone, ...args, file]).ended;
    if (!end.startsWith('ffmpeg ended (0)')) throw new Error(end);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const videoFile = () => mediaFile('video.mp4');
