import { runFfmpeg } from './ffmpeg.ts';

type Random = () => number;

const between = (random: Random, least: number, most: number) => Math.round(least + random() * (most - least));
const colour = (random: Random) => `0x${between(random, 0, 0xffffff).toString(16).padStart(6, '0')}`;

const signed = (random: Random, most: number) => ((random() * 2 - 1) * most).toFixed(3);

/** Scenes with different motion, none of which repeats. */
const SCENES: readonly ((random: Random) => string)[] = [
  (random) =>
    `gradients=size=320x180:rate=25:speed=${(0.01 + random() * 0.04).toFixed(3)}:n=4:seed=${between(random, 1, 1e9)}`,
  (random) =>
    `mandelbrot=size=320x180:rate=25:start_x=${signed(random, 0.5)}:start_y=${signed(random, 0.8)}:start_scale=${(0.2 + random()).toFixed(3)}`,
  (random) =>
    `testsrc2=size=640x360:rate=25,crop=320:180:${between(random, 0, 320)}:${between(random, 0, 180)},hue=h=${between(random, 0, 359)}`,
  (random) =>
    `color=${colour(random)}:size=320x180:rate=25,drawbox=x='mod(t*${between(random, 20, 60)}\\,320)':y='90+70*sin(t/2)':w=90:h=50:color=${colour(random)}:t=fill`,
  (random) =>
    `life=size=80x45:rate=5:mold=10:seed=${between(random, 1, 1e9)}:life_color=${colour(random)}:death_color=${colour(random)},scale=320:180,fps=25`,
];

/** Scenes of another channel, which look different. */
const OTHER_SCENES: readonly ((random: Random) => string)[] = [
  (random) => `sierpinski=size=320x180:rate=25:jump=${between(random, 2, 9)}:seed=${between(random, 1, 1e9)},boxblur=6`,
  (random) =>
    `cellauto=size=80x45:rate=8:rule=${between(random, 18, 30)}:seed=${between(random, 1, 1e9)},scale=320:180,fps=25`,
  (random) => `smptehdbars=size=320x180:rate=25,scroll=h=${(0.002 + random() * 0.01).toFixed(4)}`,
  (random) =>
    `rgbtestsrc=size=320x180:rate=25,rotate=a=t/${between(random, 2, 6)}:c=${colour(random)},hue=h=${between(random, 0, 359)}`,
];

/** Minimal standard generator: the same numbers each time. */
function sameRandom(): Random {
  let state = 5;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface ClipOptions {
  /** The same scenes in each run by default. */
  random?: Random;
  seconds: number;
  /** Share of the scenes that are still, like slides. */
  still?: number;
  isOther?: boolean;
  /** Applied to all scenes. */
  filter?: string;
  sound?: string;
}

const TONE = 'sine=frequency=300:sample_rate=48000';

/** Encodes scenes of 5 to 15 seconds, with a tone by default. A keyframe every two seconds. */
export async function variedClip(
  file: string,
  { random = sameRandom(), seconds, still = 0, isOther = false, filter = 'null', sound = TONE }: ClipOptions,
): Promise<string> {
  const kinds = isOther ? OTHER_SCENES : SCENES;
  const scenes: string[] = [];
  for (let done = 0; done < seconds; ) {
    const length = between(random, 5, 15);
    const scene = kinds[between(random, 0, kinds.length - 1)] ?? kinds[0];
    const held = random() < still ? `,loop=loop=-1:size=1:start=10` : '';
    scenes.push(`${scene?.(random)}${held},trim=duration=${length},setpts=PTS-STARTPTS,format=yuv420p,setsar=1`);
    done += length;
  }
  const graph = `${scenes.map((scene, i) => `${scene}[v${i}]`).join(';')};${scenes.map((_, i) => `[v${i}]`).join('')}concat=n=${scenes.length}:v=1:a=0,${filter}[out]`;
  const end = await runFfmpeg([
    ...['-f', 'lavfi', '-i', sound, '-filter_complex', graph],
    ...['-map', '[out]', '-map', '0:a', '-t', `${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-sc_threshold', '0', '-c:a', 'aac', '-ac', '2', file],
  ]).ended;
  if (!end.includes('(0)')) throw new Error(`No clip: ${end}`);
  return file;
}
