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
import { packetsOf, TRANSPORTS, type Transport, tsPush, withoutPid } from '../../streams/tsPush.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { start, until } from './testing.ts';

const CHANNEL = 'c1';
const INGEST = `restreamer-ui:ingest:${CHANNEL}`;
const [VIDEO_PID, AUDIO_PID] = [0x100, 0x101];
/** As the interface stores them: streams of pulled transport streams are selected by PID. */
const MAPS: Readonly<Record<Transport, readonly [string, string]>> = {
  udp: [`0:i:0x${VIDEO_PID.toString(16)}`, `0:i:0x${AUDIO_PID.toString(16)}`],
  srt: ['0:0', '0:1'],
  rtsp: ['0:0', '0:1'],
};

function ingest(address: string, [video, audio]: readonly [string, string], coder: string) {
  const hls = ['-f', 'hls', '-hls_start_number_source', 'epoch', '-hls_time', '2', '-hls_list_size', '6'];
  const flags = ['-hls_flags', 'discont_start+delete_segments+omit_endlist'];
  const files = ['-hls_segment_filename', `{memfs}/${CHANNEL}_%04d.ts`, '-method', 'PUT'];
  const encoded = coder === 'copy' ? ['copy'] : [coder, '-preset', 'ultrafast', '-g', '50'];
  const maps = ['-map', video, '-codec:v', ...encoded, '-map', audio, '-codec:a', 'copy'];
  return {
    id: INGEST,
    reference: CHANNEL,
    input: [
      {
        id: 'input_0',
        address,
        options: ['-fflags', '+genpts', '-probesize', '5000000', '-analyzeduration', '3000000'],
      },
    ],
    output: [
      {
        id: 'output_0',
        address: `{memfs}/${CHANNEL}.m3u8`,
        options: ['-dn', '-sn', ...maps, ...hls, ...flags, ...files],
        cleanup: [{ pattern: `memfs:/${CHANNEL}.m3u8`, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true }],
      },
    ],
    options: ['-err_detect', 'ignore_err', '-y'],
    ...{ autostart: true, reconnect: true, reconnect_delay_seconds: 15, stale_timeout_seconds: 30 },
  };
}

interface Part {
  readonly size?: string;
  readonly seconds?: number;
  readonly streams?: 'video' | 'another program';
}

const FIRST_S = 12;

const PARTS = {
  plain: {},
  turned: { size: '180x320', seconds: 24 },
  soundless: { seconds: 24, streams: 'video' },
  longer: { seconds: 24 },
  program: { seconds: 24, streams: 'another program' },
} satisfies Record<string, Part>;
type PartName = keyof typeof PARTS;
const parts = new Map<PartName, Buffer>();
const part = (name: PartName) => parts.get(name) ?? Buffer.alloc(0);

const ANOTHER_PROGRAM = [
  ...['-map', '2:v', '-map', '1:a', '-map', '0:v', '-map', '1:a'],
  ...['-streamid', '0:272', '-streamid', '1:273', '-streamid', `2:${VIDEO_PID}`, '-streamid', `3:${AUDIO_PID}`],
  ...['-program', 'program_num=2:st=0:st=1', '-program', 'program_num=1:st=2:st=3'],
];

async function make({ size = '320x180', seconds = FIRST_S, streams }: Part, file: string): Promise<Buffer> {
  const pictures = (size: string) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`];
  const inputs = [...pictures(size), '-f', 'lavfi', '-i', 'sine=440:r=48000', ...pictures('640x360')];
  const maps = streams === 'another program' ? ANOTHER_PROGRAM : ['-map', '0:v', ...(streams ? [] : ['-map', '1:a'])];
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '25', '-pix_fmt', 'yuv420p'];
  const from = seconds === FIRST_S ? 0 : FIRST_S;
  const end = await runFfmpeg([
    ...[...inputs, ...maps, ...video, '-c:a', 'aac', '-ac', '2', '-t', `${seconds}`],
    ...['-output_ts_offset', `${10 + from}`, '-f', 'mpegts', file],
  ]).ended;
  if (!end.startsWith('ffmpeg ended (0)')) throw new Error(end);
  return readFile(file);
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'source-changes-'));
  for (const [name, part] of Object.entries<Part>(PARTS))
    parts.set(name as PartName, await make(part, join(folder, `${name}.ts`)));
  await rm(folder, { recursive: true });
}, PATIENCE_MS);

interface Change {
  readonly title: string;
  readonly changed: () => Buffer;
  readonly says: readonly StreamChange[];
  readonly size?: string;
  readonly silence?: true;
  readonly coder?: string;
  readonly by?: readonly Transport[];
}

const CHANGES: readonly Change[] = [
  { title: 'turns its picture', changed: () => part('turned'), says: ['video-changed'], size: '180x320' },
  {
    title: 'turns its picture, which is encoded',
    ...{ coder: 'libx264', by: ['udp'] },
    changed: () => part('turned'),
    says: ['video-changed'],
    size: '180x320',
  },
  { title: 'drops its audio', changed: () => part('soundless'), says: ['audio-lost'], silence: true },
  {
    title: 'sends no more audio that it names',
    changed: () => withoutPid(part('longer'), AUDIO_PID),
    says: ['audio-lost'],
    silence: true,
  },
  { title: 'adds a program in front', changed: () => part('program'), says: [], by: ['udp', 'srt'] },
];

const Streams = z.object({
  streams: z.array(z.object({ codec_type: z.string(), width: z.number().optional(), height: z.number().optional() })),
});

async function follow({ changed, coder = 'copy' }: Change, transport: Transport) {
  const { core, at, ask, json } = await start({ CORE_SRT_ENABLE: 'true', CORE_SRT_ADDRESS: '127.0.0.1:0' });
  const server = `srt://127.0.0.1:${core.ports().srt}?mode=caller&transtype=live&pkt_size=1316&streamid=`;
  const packets = [...packetsOf(part('plain')), ...packetsOf(changed())];
  await using push = await tsPush(
    transport,
    packets,
    transport === 'srt' ? `${server}${CHANNEL},mode:publish` : undefined,
  );
  if (transport === 'srt')
    await until(
      async () => (await ask('GET', '/api/v3/srt')).json(),
      ({ publisher }) => CHANNEL in publisher,
    );
  const address = transport === 'srt' ? `{srt,name=${CHANNEL},mode=request}` : push.address;
  await json('POST', '/api/v3/process', ingest(address, MAPS[transport], coder));
  const list = `/memfs/${CHANNEL}.m3u8`;
  const newestSegment = async () => (await ask('GET', list)).text.match(/^\S+\.ts$/gm)?.at(-1) ?? '';
  const says: string[] = [];
  let shown = { segment: '', atMs: Date.now() };
  let darkMs = 0;
  let isSilent = false;
  let isOver = false;
  const over = push.done.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { stream_change, progress } = (await ask('GET', `/api/v3/process/${INGEST}/state`)).json();
    if (stream_change && stream_change.what !== says.at(-1)) {
      says.push(stream_change.what);
    }
    isSilent = progress.inputs.some(({ id }: { id: string }) => id === 'silence');
    const segment = await newestSegment();
    if (shown.segment !== '') darkMs = Math.max(darkMs, Date.now() - shown.atMs);
    if (segment !== shown.segment) {
      shown = { segment, atMs: Date.now() };
    }
    await sleep(100);
  }
  await over;
  const segment = new URL(await newestSegment(), at(list)).href;
  expect(await decodedSeconds(segment)).toBeGreaterThan(1);
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', segment]);
  const { streams } = Streams.parse(JSON.parse(stdout));
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  return { says, isSilent, size: `${video?.width}x${video?.height}`, darkS: darkMs / 1000 };
}

const MOST_DARK_S = 12;

const ROWS = CHANGES.flatMap((change) => (change.by ?? TRANSPORTS).map((transport) => ({ ...change, transport })));

it.each(ROWS)(`a source over $transport that $title is followed within seconds ${NIGHTLY}`, async (change) => {
  const { darkS, ...result } = await follow(change, change.transport);
  expect(result).toEqual({ says: change.says, size: change.size ?? '320x180', isSilent: change.silence ?? false });
  expect(darkS).toBeLessThan(MOST_DARK_S);
});
