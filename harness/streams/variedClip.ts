import { runFfmpeg } from './ffmpeg.ts';

type Random = () => number;

const between = (random: Random, least: number, most: number) => Math.round(least + random() * (most - least));
const colour = (random: Random) => `0x${between(random, 0, 0xffffff).toString(16).padStart(6, '0')}`;

/** Scenes with different motion, none of which repeats. */
const SCENES: readonly ((random: Random) => string)[] = [
  (random) =>
    `gradients=size=320x180:rate=25:speed=${(0.01 + random() * 0.04).toFixed(3)}:n=4:seed=${between(random, 1, 1e9)}`,
  (random) => `mandelbrot=size=320x180:rate=25:start_scale=${(0.05 + random()).toFixed(3)}:end_pts=400`,
  (random) => `testsrc2=size=320x180:rate=25,hue=h=${between(random, 0, 359)}:s=${(0.3 + random()).toFixed(2)}`,
  (random) =>
    `color=${colour(random)}:size=320x180:rate=25,drawbox=x='mod(t*${between(random, 20, 60)}\\,320)':y='90+70*sin(t/2)':w=90:h=50:color=${colour(random)}:t=fill`,
  (random) =>
    `life=size=80x45:rate=5:mold=10:seed=${between(random, 1, 1e9)}:life_color=${colour(random)}:death_color=${colour(random)},scale=320:180,fps=25`,
];

interface ClipOptions {
  random: Random;
  seconds: number;
  /** Share of the scenes that are still, like slides. */
  still?: number;
}

/** Encodes scenes of 5 to 15 seconds with audio that is never silent. A keyframe every two seconds. */
export async function variedClip(file: string, { random, seconds, still = 0 }: ClipOptions): Promise<string> {
  const scenes: string[] = [];
  for (let done = 0; done < seconds; ) {
    const length = between(random, 5, 15);
    const scene = SCENES[between(random, 0, SCENES.length - 1)] ?? SCENES[0];
    const held = random() < still ? `,loop=loop=-1:size=1:start=10` : '';
    scenes.push(`${scene?.(random)}${held},trim=duration=${length},setpts=PTS-STARTPTS,format=yuv420p,setsar=1`);
    done += length;
  }
  const graph = `${scenes.map((scene, i) => `${scene}[v${i}]`).join(';')};${scenes.map((_, i) => `[v${i}]`).join('')}concat=n=${scenes.length}:v=1:a=0[out]`;
  const end = await runFfmpeg([
    ...['-f', 'lavfi', '-i', `sine=frequency=300:sample_rate=48000`, '-filter_complex', graph],
    ...['-map', '[out]', '-map', '0:a', '-t', `${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-sc_threshold', '0', '-c:a', 'aac', '-ac', '2', file],
  ]).ended;
  if (!end.includes('(0)')) throw new Error(`No clip: ${end}`);
  return file;
}
