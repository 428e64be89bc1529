import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../tools/launch/ports.ts';
import { type Ffmpeg, runFfmpeg } from './ffmpeg.ts';
import { listenOnLoopback, type OpenServer } from './listenOnLoopback.ts';

/** What is wrong at the platform. */
export const PLATFORM_FAULTS = [
  ...([
    'gone',
    'stale',
    'black',
    'frozen',
    'silent',
    'loop',
    'other',
    'card',
    'behind',
    'half',
    'html',
    'hangs',
  ] as const),
] as const;
export type PlatformFault = (typeof PLATFORM_FAULTS)[number];

const SEGMENT_S = 2;
const LISTED = 5;
const LOOPED = 6;
/** Seconds by which a platform falls behind in a second. */
const BEHIND = 0.4;
const SIZE = '426x240';
const CODED = [
  ...['-r', '25', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '32', '-g', '50', '-sc_threshold', '0'],
  ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '2', '-ar', '48000'],
];
const LOGO = 'drawbox=x=iw-70:y=12:w=54:h=30:color=white:t=fill';

interface Segment {
  file: string;
  seconds: number;
  discontinuity: boolean;
}

export interface DelayedPlatform extends AsyncDisposable {
  /** Where a publication sends to, with RTMP. */
  readonly ingest: string;
  /** Where viewers watch. */
  readonly playback: string;
  begin(fault: PlatformFault): Promise<void>;
  end(): void;
}

interface PlatformOptions {
  folder: string;
  delaySeconds: number;
  /** A clip of another channel. */
  other: string;
}

/** Encodes what it receives again, smaller and with a logo, and publishes it as HLS with a delay. */
export async function delayedPlatform({ folder, delaySeconds, other }: PlatformOptions): Promise<DelayedPlatform> {
  await mkdir(folder, { recursive: true });
  const rtmp = await freePort();
  const list = join(folder, 'received.m3u8');
  let receiver: Ffmpeg | null = null;
  let isOpen = true;
  let run = 0;
  const receive = () => {
    run += 1;
    receiver = runFfmpeg([
      ...[
        '-listen',
        '1',
        '-i',
        `rtmp://127.0.0.1:${rtmp}/live/key`,
        '-vf',
        `scale=${SIZE.replace('x', ':')},${LOGO}`,
        ...CODED,
      ],
      ...[
        '-f',
        'hls',
        '-hls_time',
        `${SEGMENT_S}`,
        '-hls_list_size',
        '0',
        '-hls_flags',
        'append_list+omit_endlist+temp_file',
      ],
      ...['-hls_segment_filename', join(folder, `r${run}_%05d.ts`), list],
    ]);
    void receiver.ended.then(() => isOpen && receive());
  };
  receive();

  const clips = {
    black: await clipOf(folder, 'black', ['-f', 'lavfi', '-i', `color=black:size=${SIZE}:rate=25`]),
    card: await clipOf(folder, 'card', ['-f', 'lavfi', '-i', `smptebars=size=${SIZE}:rate=25`]),
    other: await clipOf(folder, 'other', ['-stream_loop', '-1', '-i', other], `scale=${SIZE.replace('x', ':')}`),
  };

  let fault: PlatformFault | null = null;
  let faultAt = 0;
  /** Number of received segments that were published when the fault began. */
  let published = 0;
  let frozen: readonly string[] = [];
  const now = () => performance.now() / 1000;
  const seenAt = new Map<string, number>();

  async function received(): Promise<Segment[]> {
    const text = existsSync(list) ? await readFile(list, 'utf8') : '';
    const segments: Segment[] = [];
    let seconds = 0;
    let discontinuity = false;
    for (const line of text.split('\n')) {
      if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8));
      else if (line === '#EXT-X-DISCONTINUITY') discontinuity = true;
      else if (line.endsWith('.ts')) {
        segments.push({ file: line, seconds, discontinuity });
        discontinuity = false;
        if (!seenAt.has(line)) seenAt.set(line, now() - (Date.now() - (await stat(join(folder, line))).mtimeMs) / 1000);
      }
    }
    return segments;
  }

  const availableAt = (segments: readonly Segment[], delay: number) =>
    segments.filter(({ file }) => now() - (seenAt.get(file) ?? now()) >= delay).length;

  const sinceFault = () => Math.floor((now() - faultAt) / SEGMENT_S);

  /** Segments of a clip that take the place of the received ones since the fault began. */
  const replaced = (before: readonly Segment[], files: readonly string[]): Segment[] => [
    ...before,
    ...Array.from({ length: sinceFault() + 1 }, (_, i) => ({
      ...{ file: files[i % files.length] ?? '', seconds: SEGMENT_S, discontinuity: i % files.length === 0 },
    })),
  ];

  async function shown(): Promise<Segment[]> {
    const all = await received();
    const delay = delaySeconds + (fault === 'behind' ? (now() - faultAt) * BEHIND : 0);
    const current = all.slice(0, availableAt(all, delay));
    const before = all.slice(0, published);
    const files = before.map(({ file }) => file);
    switch (fault) {
      case 'stale':
        return before;
      case 'black':
        return replaced(before, clips.black);
      case 'card':
        return replaced(before, clips.card);
      case 'other':
        return replaced(before, clips.other);
      case 'frozen':
        return replaced(before, frozen);
      case 'loop':
        return replaced(before, files.slice(-LOOPED));
      default:
        return current;
    }
  }

  async function sendPlaylist(response: ServerResponse) {
    if (fault === 'gone') return void response.writeHead(404).end();
    if (fault === 'html')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Hello');
    if (fault === 'hangs') return;
    const segments = await shown();
    const first = Math.max(0, segments.length - LISTED);
    const kind = fault === 'silent' || fault === 'half' ? `?${fault}` : '';
    const lines = segments
      .slice(first)
      .flatMap(({ file, seconds, discontinuity }) => [
        ...(discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
        ...[`#EXTINF:${seconds.toFixed(3)},`, `${file}${kind}`],
      ]);
    if (lines.length === 0) return void response.writeHead(404).end();
    const head = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:3', `#EXT-X-MEDIA-SEQUENCE:${first}`];
    response
      .writeHead(200, { 'Content-Type': 'application/vnd.apple.mpegurl' })
      .end([...head, ...lines, ''].join('\n'));
  }

  const changed = new Map<string, Promise<string>>();
  function changedSegment(file: string, kind: string): Promise<string> {
    const to = join(folder, `${kind}_${file}`);
    const made =
      changed.get(to) ??
      runFfmpeg([
        ...['-copyts', '-i', join(folder, file)],
        ...(kind === 'half' ? ['-r', '12.5', ...CODED.slice(2)] : ['-c:v', 'copy', '-af', 'volume=0', '-c:a', 'aac']),
        ...['-muxdelay', '0', '-muxpreload', '0', '-f', 'mpegts', to],
      ]).ended.then(() => to);
    changed.set(to, made);
    return made;
  }

  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://platform.example');
    if (pathname === '/live.m3u8') return void sendPlaylist(response).catch(() => response.destroy());
    const [, file] = /^\/([\w-]+\.ts)$/.exec(pathname) ?? [];
    if (file === undefined) return void response.writeHead(404).end();
    const path = search === '' ? Promise.resolve(join(folder, file)) : changedSegment(file, search.slice(1));
    path
      .then(readFile)
      .then((bytes) => response.writeHead(200, { 'Content-Type': 'video/mp2t' }).end(bytes))
      .catch(() => response.writeHead(404).end());
  });
  const open: OpenServer = await listenOnLoopback(server);

  return {
    ingest: `rtmp://127.0.0.1:${rtmp}/live/key`,
    playback: `http://${open.host}/live.m3u8`,
    async begin(next) {
      const all = await received();
      const count = availableAt(all, delaySeconds);
      const last = all[count - 1];
      if (next === 'frozen' && last)
        frozen = await clipOf(folder, `frozen${count}`, stillOf(folder, last.file), 'loop=loop=-1:size=1');
      published = count;
      faultAt = now();
      fault = next;
    },
    end() {
      fault = null;
    },
    async [Symbol.asyncDispose]() {
      isOpen = false;
      await receiver?.stop();
      await open[Symbol.asyncDispose]();
    },
  };
}

const stillOf = (folder: string, file: string) => ['-i', join(folder, file)];

/** Encodes a minute in segments, with audio. */
async function clipOf(folder: string, name: string, input: readonly string[], filter = 'null'): Promise<string[]> {
  const end = await runFfmpeg([
    ...[...input, '-f', 'lavfi', '-i', 'sine=frequency=500:sample_rate=48000', '-map', '0:v', '-map', '1:a'],
    ...['-vf', filter, '-t', '60', ...CODED, '-f', 'segment', '-segment_time', `${SEGMENT_S}`],
    join(folder, `${name}_%03d.ts`),
  ]).ended;
  if (!end.includes('(0)')) throw new Error(`No clip: ${end}`);
  return Array.from({ length: 29 }, (_, i) => `${name}_${String(i).padStart(3, '0')}.ts`);
}
