import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import type { StreamChange } from '../../../src/api/arrivingStream.ts';
import { decodedSeconds } from '../../streams/decodedSeconds.ts';
import { runFfmpeg } from '../../streams/ffmpeg.ts';
import { type FlvTag, flvPush, flvTags, isAudio, joinTags } from '../../streams/flvPush.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { start, until } from './testing.ts';

/** The channel was set up with the streams of `plain`. */
const CHANNEL = 'c1';
const INGEST = `restreamer-ui:ingest:${CHANNEL}`;
const COPY = ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy'];
const SILENT = ['-map', '0:0', '-codec:v', 'copy', '-map', '1:0', '-codec:a', 'aac', '-b:a', '64k', '-shortest'];

function ingest(options: readonly string[]) {
  const hls = ['-f', 'hls', '-hls_start_number_source', 'epoch', '-hls_time', '2', '-hls_list_size', '6'];
  const flags = ['-hls_flags', 'discont_start+delete_segments+omit_endlist'];
  const files = ['-hls_segment_filename', `{memfs}/${CHANNEL}_%04d.ts`, '-method', 'PUT'];
  const read = ['-fflags', '+genpts', '-probesize', '5000000', '-analyzeduration', '3000000'];
  return {
    id: INGEST,
    reference: CHANNEL,
    input: [
      { id: 'input_0', address: `{rtmp,name=${CHANNEL}.stream}`, options: read },
      ...(options === SILENT
        ? [{ id: 'input_1', address: 'anullsrc=r=44100:cl=stereo', options: ['-f', 'lavfi'] }]
        : []),
    ],
    output: [
      {
        id: 'output_0',
        address: `{memfs}/${CHANNEL}.m3u8`,
        options: ['-dn', '-sn', ...options, ...hls, ...flags, ...files],
        cleanup: [{ pattern: `memfs:/${CHANNEL}.m3u8`, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true }],
      },
    ],
    options: ['-err_detect', 'ignore_err', '-y'],
    ...{ autostart: true, reconnect: true, reconnect_delay_seconds: 15, stale_timeout_seconds: 30 },
  };
}

const CLIP_S = 10;

interface Clip {
  readonly size?: string;
  readonly rate?: number;
  readonly encoder?: readonly string[];
}

const CLIPS = {
  plain: {},
  turned: { size: '180x320' },
  larger: { size: '640x360' },
  other: { encoder: ['-profile:v', 'main', '-bf', '0', '-refs', '3'] },
  faster: { rate: 48_000 },
} satisfies Record<string, Clip>;

const clips = new Map<string, FlvTag[]>();
const clip = (name: keyof typeof CLIPS): FlvTag[] => clips.get(name) ?? [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'live-changes-'));
  for (const [name, { size = '320x180', rate = 44_100, encoder = [] }] of Object.entries<Clip>(CLIPS)) {
    const file = join(folder, `${name}.flv`);
    const inputs = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`, '-f', 'lavfi', '-i', `sine=440:r=${rate}`];
    const video = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-tune',
      'zerolatency',
      '-g',
      '25',
      '-pix_fmt',
      'yuv420p',
    ];
    const audio = ['-c:a', 'aac', '-ac', '2', '-ar', `${rate}`];
    const end = await runFfmpeg([...inputs, ...video, ...encoder, ...audio, '-t', `${CLIP_S}`, '-f', 'flv', file])
      .ended;
    if (!end.startsWith('ffmpeg ended (0)')) throw new Error(end);
    clips.set(name, flvTags(await readFile(file)));
  }
  await rm(folder, { recursive: true });
}, PATIENCE_MS);

const isFrame = ({ body }: FlvTag) => body[1] !== 0;

interface Change {
  readonly title: string;
  readonly sends: () => FlvTag[];
  readonly says: readonly StreamChange[];
  readonly gets: { readonly size?: string; readonly rate?: number };
  readonly isSilent?: boolean;
}

/** The change comes `CLIP_S` after the start. */
const CHANGES: readonly Change[] = [
  {
    title: 'turns its picture',
    sends: () => joinTags(clip('plain'), clip('turned')),
    says: ['video-changed'],
    gets: { size: '180x320' },
  },
  {
    title: 'changes the size',
    sends: () => joinTags(clip('plain'), clip('larger')),
    says: ['video-changed'],
    gets: { size: '640x360' },
  },
  {
    title: 'changes codec parameters',
    sends: () => joinTags(clip('plain'), clip('other')),
    says: ['video-changed'],
    gets: {},
  },
  {
    title: 'changes the sample rate',
    sends: () => joinTags(clip('plain'), clip('faster')),
    says: ['audio-changed'],
    gets: { rate: 48_000 },
  },
  {
    title: 'loses its sound',
    sends: () =>
      joinTags(
        clip('plain'),
        clip('plain').filter((tag) => !isAudio(tag)),
      ),
    says: ['audio-lost'],
    gets: {},
  },
  {
    title: 'gets its sound back',
    sends: () =>
      joinTags(
        clip('plain').filter((tag) => !isAudio(tag) || !isFrame(tag) || tag.time < 2000),
        clip('plain'),
      ),
    says: ['audio-lost', 'audio-added'],
    gets: {},
  },
  {
    title: 'sends its sound late',
    sends: () =>
      joinTags(
        clip('plain').filter((tag) => !isAudio(tag)),
        clip('plain'),
      ),
    says: ['audio-added'],
    gets: {},
  },
  {
    title: 'sends its picture late',
    sends: () => joinTags(clip('plain').filter(isAudio), clip('plain')),
    says: ['video-lost', 'video-added'],
    gets: {},
  },
  {
    title: 'adds a stream',
    sends: () =>
      joinTags(
        clip('plain').filter((tag) => !isAudio(tag)),
        clip('plain'),
      ),
    says: ['audio-added'],
    gets: {},
    isSilent: true,
  },
  {
    title: 'restarts its clock',
    sends: () => [
      ...joinTags(clip('plain'), clip('plain')).map((tag) => ({ ...tag, time: tag.time + 100_000 })),
      ...clip('plain'),
    ],
    says: ['clock-restarted'],
    gets: {},
  },
];

const MOST_DARK_S = 10;

const Streams = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      width: z.number().optional(),
      height: z.number().optional(),
      sample_rate: z.string().optional(),
    }),
  ),
});

interface Outcome {
  readonly says: readonly string[];
  readonly size: string;
  readonly rate: number;
  /** The longest time without a new segment. */
  readonly darkS: number;
  readonly runs: number;
}

async function follow({ sends, isSilent = false }: Change): Promise<Outcome> {
  const { core, at, ask, json } = await start({ CORE_RTMP_ENABLE: 'true' });
  await json('POST', '/api/v3/process', ingest(isSilent ? SILENT : COPY));
  const list = `/memfs/${CHANNEL}.m3u8`;
  const newestSegment = async () => (await ask('GET', list)).text.match(/^\S+\.ts$/gm)?.at(-1) ?? '';
  const lastChange = async () => (await ask('GET', '/api/v3/rtmp')).json()[0]?.stream.change?.what ?? null;

  await using push = flvPush(`rtmp://127.0.0.1:${core.ports().rtmp}/${CHANNEL}.stream`, sends());
  const says: string[] = [];
  let shown = { segment: '', atMs: Date.now() };
  let darkMs = 0;
  const sample = async () => {
    const [segment, change] = [await newestSegment(), await lastChange()];
    if (change !== null && change !== says.at(-1)) says.push(change);
    if (shown.segment !== '') darkMs = Math.max(darkMs, Date.now() - shown.atMs);
    if (segment !== shown.segment) shown = { segment, atMs: Date.now() };
  };
  let isOver = false;
  push.done
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    await sample();
    await sleep(100);
  }
  await push.done;

  const segment = new URL(await newestSegment(), at(list)).href;
  // Throws if the segment is broken or has no audio.
  expect(await decodedSeconds(segment)).toBeGreaterThan(1);
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', segment]);
  const { streams } = Streams.parse(JSON.parse(stdout));
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  const report = (await ask('GET', `/api/v3/process/${INGEST}/report`)).json();
  return {
    says,
    size: `${video?.width}x${video?.height}`,
    rate: Number(audio?.sample_rate),
    darkS: darkMs / 1000,
    runs: report.history.length + 1,
  };
}

const TIMES = 5;

it('a publication that copies video is restarted when the size changes', async () => {
  const { core, ask, json } = await start({ CORE_RTMP_ENABLE: 'true' });
  await json('POST', '/api/v3/process', ingest(COPY));
  const address = `rtmp://127.0.0.1:${core.ports().rtmp}/away`;
  await json('POST', '/api/v3/process', {
    id: 'restreamer-ui:egress:rtmp:1',
    reference: CHANNEL,
    input: [{ id: 'input_0', address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] }],
    output: [{ id: 'output_0', address, options: [...COPY, '-f', 'flv'] }],
    options: ['-err_detect', 'ignore_err'],
    ...{ autostart: true, reconnect: true, reconnect_delay_seconds: 1, stale_timeout_seconds: 30 },
  });
  await using push = flvPush(
    `rtmp://127.0.0.1:${core.ports().rtmp}/${CHANNEL}.stream`,
    // On a slow machine the restart is late, and the stream must not end before it.
    joinTags(clip('plain'), ...Array.from({ length: 10 }, () => clip('turned'))),
  );
  const report = async () => (await ask('GET', '/api/v3/process/restreamer-ui:egress:rtmp:1/report')).text;
  await until(report, (text) => /Output #0, flv[\s\S]*320x180/.test(text));
  await until(report, (text) => /Output #0, flv[\s\S]*180x320/.test(text));
  expect((await ask('GET', '/api/v3/process/restreamer-ui:egress:rtmp:1/state')).json().exec).toBe('running');
  await push[Symbol.asyncDispose]();
});

it.each(CHANGES)(`an encoder that $title is followed within seconds ${NIGHTLY}`, async (change) => {
  const results = await Promise.all(Array.from({ length: TIMES }, () => follow(change)));
  for (const { darkS, says, size, rate } of results) {
    expect({ says, size, rate }).toEqual({
      says: change.says,
      ...{ size: '320x180', rate: 44_100, ...change.gets },
    });
    expect(darkS).toBeLessThan(MOST_DARK_S);
  }
});
