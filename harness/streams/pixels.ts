import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

/** Returns the last picture of a file as RGB, fitted into this size like the standby image. */
export async function pixelsOf(file: Buffer, width: number, height: number): Promise<Buffer> {
  const filter = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1`;
  const args = ['-hide_banner', '-loglevel', 'error', '-i', 'pipe:0', '-vf', filter, '-pix_fmt', 'rgb24'];
  const child = spawn('ffmpeg', [...args, '-f', 'rawvideo', 'pipe:1'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {});
  child.stdin.end(file);
  const [decoded] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
  const length = width * height * 3;
  if (decoded.length < length) throw new Error(`No picture in ${file.length} bytes`);
  return decoded.subarray(decoded.length - length);
}

/** Mean difference of two pictures, 0 to 255. */
export const differenceOf = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
