import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { runFfmpeg } from './ffmpeg.ts';

/**
 * Rejects with ffmpeg's log if the pictures (or audio packets) do not arrive.
 * @param input ffmpeg's arguments up to the address
 */
export async function decode(input: readonly string[], type: 'video' | 'audio', count: number): Promise<void> {
  const kind = type === 'video' ? 'v' : 'a';
  const ffmpeg = runFfmpeg([...input, '-map', `0:${kind}`, `-frames:${kind}`, String(count), '-f', 'null', '-']);
  const timeout = setTimeout(() => void ffmpeg.stop(), PATIENCE_MS);
  const end = await ffmpeg.ended;
  clearTimeout(timeout);
  if (!end.startsWith('ffmpeg ended (0)')) throw new Error(end);
}
