import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '../../streams/ffmpeg.ts';
import { variedClip } from '../../streams/variedClip.ts';

/* Renders src/media/proof/fixtures/frames.json: node harness/tools/proof/renderProofFrames.ts */

const SECONDS = 160;
const FIXTURE = new URL('../../../src/media/proof/fixtures/frames.json', import.meta.url);
const FRAMES = 'fps=1,scale=9:8:flags=area,format=gray';
const CODED = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '34', '-g', '75', '-an'];

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `filter` changes the whole clip, as held-out material. */
const CLIPS: readonly { name: string; seed: number; still?: number; isOther?: boolean; filter?: string }[] = [
  { name: 'varied', seed: 11 },
  { name: 'other', seed: 12, isOther: true },
  { name: 'slides', seed: 13, still: 0.8 },
  { name: 'dark', seed: 14, filter: 'eq=brightness=-0.42:contrast=0.5' },
  { name: 'noise', seed: 15, still: 1, filter: 'noise=alls=24:allf=t' },
];

/** What a platform makes of a clip. */
const PLATFORMS: Readonly<Record<string, string>> = {
  logo: 'scale=426:240,drawbox=x=iw-80:y=10:w=64:h=36:color=white:t=fill',
  bars: 'fps=12.5,scale=320:180,pad=320:240:0:30,eq=contrast=0.9',
};

async function run(args: readonly string[]): Promise<void> {
  const end = await runFfmpeg(args).ended;
  if (!end.includes('(0)')) throw new Error(end);
}

async function framesOf(clip: string, options: readonly string[], folder: string): Promise<string> {
  const file = join(folder, 'frames.raw');
  await run([...options, '-i', clip, '-an', '-vf', FRAMES, '-t', `${SECONDS}`, '-f', 'rawvideo', file]);
  return (await readFile(file)).toString('base64');
}

const folder = await mkdtemp(join(tmpdir(), 'proof-frames-'));
try {
  const clips: Record<string, Record<string, string>> = {};
  for (const { name, seed, still = 0, isOther = false, filter } of CLIPS) {
    const made = await variedClip(join(folder, `${name}.mp4`), {
      random: generator(seed),
      seconds: SECONDS,
      still,
      isOther,
    });
    const clip = filter === undefined ? made : join(folder, `${name}-filtered.mp4`);
    if (filter !== undefined) await run(['-i', made, '-vf', filter, ...CODED.slice(0, 4), '-g', '50', '-an', clip]);
    const tracks: Record<string, string> = { own: await framesOf(clip, [], folder) };
    for (const [platform, shape] of Object.entries(PLATFORMS)) {
      const degraded = join(folder, 'degraded.mp4');
      await run(['-i', clip, '-vf', shape, ...CODED, degraded]);
      tracks[platform] = await framesOf(degraded, [], folder);
    }
    clips[name] = tracks;
    process.stdout.write(`${name}\n`);
  }
  await writeFile(FIXTURE, `${JSON.stringify(clips, null, 1)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
