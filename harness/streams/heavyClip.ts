import { runFfmpeg } from './ffmpeg.ts';

/** Creates ten seconds of such a high bitrate that all socket buffers fill within seconds. */
export async function heavyClip(file: string): Promise<string> {
  const end = await runFfmpeg([
    ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=10,noise=alls=60:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=10', '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '8M', '-maxrate', '8M', '-bufsize', '8M', '-g', '50'],
    ...['-c:a', 'aac', file],
  ]).ended;
  if (!end.includes('(0)')) throw new Error(`No clip: ${end}`);
  return file;
}
