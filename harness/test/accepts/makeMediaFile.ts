import { askFfmpeg } from './runTestedFfmpeg.ts';

export const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=rate=25:size=256x144'];
export const SOUND = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000'];

/** Encoded by the ffmpeg under test, in a place that it can read. */
const FILES = {
  h264: ['h264.mp4', ...PICTURE, '-t', '2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
  mpeg2video: ['mpeg2.ts', ...PICTURE, '-t', '2', '-c:v', 'mpeg2video'],
  sound: ['sound.m4a', ...SOUND, '-t', '2', '-c:a', 'aac'],
  still: ['still.png', ...PICTURE, '-frames:v', '1'],
} as const;

export type MadeFile = keyof typeof FILES;

const FOLDER = '/tmp';
const done = new Map<string, Promise<string>>();

export function makeMediaFile(kind: MadeFile): Promise<string> {
  const [name, ...args] = FILES[kind];
  return madeAs(name, args);
}

export function madeAs(name: string, args: readonly string[]): Promise<string> {
  const file = `${FOLDER}/sluice-accepts-${name}`;
  const making =
    done.get(name) ??
    askFfmpeg([...args, file]).then(({ ok, text }) => {
      if (!ok) throw new Error(text);
      return file;
    });
  done.set(name, making);
  return making;
}
