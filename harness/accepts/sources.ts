import { Config } from '../../src/api/answers/config.ts';
import type { SourceContext, SourceKind } from '../../src/catalog/define.ts';
import type { Settings } from '../../src/catalog/fields.ts';
import { sources } from '../../src/catalog/sources/index.ts';
import { networkOf } from '../../src/media/network.ts';
import type { Input } from '../../src/media/profile.ts';
import { type FfmpegVersion, skillsOf } from '../../src/media/skills.ts';
import { freePort } from '../launch/ports.ts';
import { runFfmpeg } from '../streams/ffmpeg.ts';
import { hlsSource } from '../streams/hls.ts';
import { pictures } from '../streams/picture.ts';
import { rtspSource } from '../streams/rtsp/source.ts';
import { made } from './made.ts';

interface Served extends AsyncDisposable {
  readonly url: string;
}

interface SourceRow {
  name: string;
  inputs: Input[];
  /** By which ffmpeg reads it; a machine of tests has none. */
  device?: string;
  /** Who sends. */
  serve?: () => Promise<Served>;
}

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const network = networkOf({ config: Config.parse({}), page: new URL('http://localhost:8080'), channel: CHANNEL });

/** By what ffmpeg reads it, and what names one. */
const DEVICES: Record<string, readonly [demuxer: string, settings: Settings]> = {
  alsa: ['alsa', { device: '0,0', sampling: '48000', delay: 100 }],
  video4linux2: ['video4linux2', { device: '/dev/video0', framerate: '25', size: '1280x720' }],
  raspicam: ['video4linux2', { device: '/dev/video0' }],
  avfoundation: ['avfoundation', { vindex: '0', aindex: '0', cursor: true, clicks: true }],
  fbdev: ['fbdev', { device: '/dev/fb0', framerate: '25' }],
};

/** Reads a second. */
export const reading = ({ address, options }: Input): string[] => [
  ...[...options, '-i', address, '-t', '1', '-f', 'null', '-'],
];

function generated(kind: SourceKind, context: SourceContext): SourceRow[] {
  const field = kind.form(context).source;
  const patterns = field?.kind === 'select' ? field.options : [];
  return patterns.flatMap((option) => {
    const source = typeof option === 'string' ? option : option.none ? '' : option.value;
    const inputs = source === '' ? [] : kind.inputs({ source, size: '256x144', scale: '512x288' }, context);
    return inputs.length === 0 ? [] : [{ name: `${kind.id} ${source}`, inputs }];
  });
}

async function looped(kind: SourceKind, context: SourceContext): Promise<SourceRow[]> {
  const files =
    kind.id === 'audioloop'
      ? ([['sound', 'audio/mp4']] as const)
      : ([
          ['h264', 'video/mp4'],
          ['still', 'image/png'],
        ] as const);
  const rows = files.map(async ([what, mimetype]) => {
    const address = await made(what);
    const inputs = kind.inputs({ address, mimetype }, context).map((input) => ({ ...input, address }));
    return { name: `${kind.id} ${mimetype}`, inputs };
  });
  return Promise.all(rows);
}

/** One that sends to whoever comes, or on and on. */
async function sending(form: string, address: (port: number) => string, read = address): Promise<Served> {
  const port = await freePort();
  const ffmpeg = runFfmpeg([...pictures.h264, '-f', form, address(port)]);
  return { url: read(port), [Symbol.asyncDispose]: () => ffmpeg.stop() };
}

const SENDERS: Record<string, () => Promise<Served>> = {
  rtsp: () => rtspSource(),
  http: () => hlsSource(),
  udp: () =>
    sending(
      'mpegts',
      (port) => `udp://127.0.0.1:${port}?pkt_size=1316`,
      (port) => `udp://127.0.0.1:${port}`,
    ),
  srt: () =>
    sending(
      'mpegts',
      (port) => `srt://127.0.0.1:${port}?mode=listener`,
      (port) => `srt://127.0.0.1:${port}?mode=caller&connect_timeout=20000`,
    ),
};

/** What can be set of a stream of the network beside its address. */
const GENERAL: Settings = {
  general: {
    fflags: ['genpts', 'discardcorrupt'],
    ...{ probesize: 5_000_000, max_probe_packets: 3000, analyzeduration: 3_000_000, analyzeduration_http: 3_000_000 },
    ...{ copyts: true, start_at_zero: true, use_wallclock_as_timestamps: true, avoid_negative_ts: 'make_zero' },
  },
  http: { userAgent: 'Sluice', referer: 'https://example.org/', forceFramerate: true, framerate: 25, readNative: true },
};

const pulled = (kind: SourceKind, context: SourceContext): SourceRow[] =>
  Object.entries(SENDERS).flatMap(([protocol, serve]) =>
    [{}, GENERAL].map((settings, i) => ({
      name: `${kind.id} ${protocol}${i === 0 ? '' : ', everything set'}`,
      inputs: kind.inputs({ ...settings, mode: 'pull', address: `${protocol}://127.0.0.1/x` }, context),
      serve,
    })),
  );

export const contextOf = (ffmpeg: FfmpegVersion & { version: string }): SourceContext => ({
  ...{ ffmpeg, network, skills: { ...skillsOf(null), ffmpeg } },
});

/** Every source of the catalog, in the ways in which ffmpeg is told of it. */
export async function sourceRows(ffmpeg: FfmpegVersion & { version: string }): Promise<SourceRow[]> {
  const context = contextOf(ffmpeg);
  const rows: SourceRow[] = [];
  for (const kind of sources) {
    const [device, settings] = DEVICES[kind.id] ?? [];
    if (device && settings) rows.push({ name: kind.id, inputs: kind.inputs(settings, context), device });
    else if (kind.id === 'network') rows.push(...pulled(kind, context));
    else if (kind.id.endsWith('loop')) rows.push(...(await looped(kind, context)));
    else rows.push(...generated(kind, context));
  }
  return rows;
}
