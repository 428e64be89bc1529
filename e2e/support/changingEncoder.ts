import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { type FlvTag, flvPush, flvTags, isAudio, joinTags } from '../../harness/streams/flvPush.ts';
import {
  packetsOf,
  switchedPackets,
  type Transport,
  tsPush,
  withoutPid,
  withoutPidFor,
} from '../../harness/streams/tsPush.ts';

const CLIP_S = 5;
/** Repetitions of a clip, longer than any journey. */
const TIMES = 60;
const [VIDEO_PID, AUDIO_PID] = [0x100, 0x101];

export interface EncodedStream {
  readonly size?: string;
  readonly rate?: number;
  readonly encoder?: readonly string[];
  readonly lacks?: 'audio';
  readonly pictureAfterS?: number;
}

const files = new Map<string, Promise<Buffer>>();

/** A `ts` is as long as a journey, because its timestamps cannot be shifted in a loop. */
function fileOf({ size = '320x180', rate = 44_100, encoder = [] }: EncodedStream, type: 'flv' | 'ts'): Promise<Buffer> {
  const key = JSON.stringify([size, rate, encoder, type]);
  const existing = files.get(key);
  if (existing) return existing;
  const inputs = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`, '-f', 'lavfi', '-i', `sine=440:r=${rate}`];
  const live = ['-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '25', '-pix_fmt', 'yuv420p'];
  const args = [...inputs, '-c:v', 'libx264', ...live, ...encoder, '-c:a', 'aac', '-ac', '2', '-t', `${CLIP_S}`];
  const made = (async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'changing-encoder-'));
    try {
      const [clip, long] = [path.join(folder, `clip.${type}`), path.join(folder, `long.${type}`)];
      await ffmpeg([...args, clip]);
      if (type === 'flv') return await readFile(clip);
      await ffmpeg(['-stream_loop', `${TIMES}`, '-i', clip, '-map', '0', '-c', 'copy', long]);
      return await readFile(long);
    } finally {
      await rm(folder, { recursive: true });
    }
  })();
  files.set(key, made);
  return made;
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const end = await runFfmpeg(args).ended;
  if (!end.startsWith('ffmpeg ended (0)')) throw new Error(end);
}

export async function flvClip(clip: EncodedStream = {}): Promise<FlvTag[]> {
  const tags = flvTags(await fileOf(clip, 'flv'));
  if (clip.lacks === 'audio') return tags.filter((tag) => !isAudio(tag));
  if (clip.pictureAfterS === undefined) return tags;
  const before = Array.from({ length: Math.ceil(clip.pictureAfterS / CLIP_S) }, () => tags.filter(isAudio));
  return joinTags(...before, ...Array.from({ length: TIMES }, () => tags));
}

/** The TS packets of a clip. Its tables still list the missing stream. */
async function tsClip(clip: EncodedStream): Promise<Buffer> {
  const stream = await fileOf(clip, 'ts');
  return clip.lacks === 'audio' ? withoutPid(stream, AUDIO_PID) : stream;
}

const lateIn =
  ({ pictureAfterS }: EncodedStream) =>
  (packets: Iterable<Buffer>) =>
    pictureAfterS === undefined ? packets : withoutPidFor(packets, VIDEO_PID, pictureAfterS);

export interface ChangingEncoder extends AsyncDisposable {
  /** The address to send to, or for the core to read. */
  readonly address: string;
  readonly change: () => void;
  /** ms since 1970; null before the change. */
  readonly changedAt: () => number | null;
}

function createTurn() {
  let isTold = false;
  let changedAt: number | null = null;
  return {
    change: () => {
      isTold = true;
    },
    changedAt: () => changedAt,
    isDue: () => {
      if (isTold) changedAt ??= Date.now();
      return isTold;
    },
  };
}

/** Changes at the end of a clip. */
export async function rtmpEncoder(
  address: string,
  first: EncodedStream,
  second: EncodedStream,
  { restartsClock = false } = {},
): Promise<ChangingEncoder> {
  const [before, after] = [await flvClip(first), await flvClip(second)];
  const { isDue, ...turn } = createTurn();
  function* tags(): Generator<FlvTag> {
    let from = restartsClock ? 1_000_000 : 0;
    let hasChanged = false;
    for (;;) {
      if (!hasChanged && isDue()) {
        hasChanged = true;
        if (restartsClock) from = 0;
      }
      let last = from;
      for (const tag of hasChanged ? after : before) {
        last = Math.max(last, tag.time + from);
        yield { ...tag, time: tag.time + from };
      }
      from = last + 40;
    }
  }
  const push = flvPush(address, tags());
  return { ...turn, address, [Symbol.asyncDispose]: () => push[Symbol.asyncDispose]() };
}

/** Changes at a keyframe. `to`: as in `tsPush`. */
export async function tsEncoder(
  transport: Transport,
  first: EncodedStream,
  second: EncodedStream,
  to?: string,
): Promise<ChangingEncoder> {
  const [before, after] = [await tsClip(first), await tsClip(second)];
  const { isDue, ...turn } = createTurn();
  const packets = switchedPackets(lateIn(first)(packetsOf(before)), after, isDue, lateIn(second));
  const push = await tsPush(transport, packets, to);
  return { ...turn, address: push.address, [Symbol.asyncDispose]: () => push[Symbol.asyncDispose]() };
}
