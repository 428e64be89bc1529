import type { ProcessConfig } from '../../api/answers/process.ts';
import { backupFile, backupId } from '../../api/processIds.ts';
import type { SlateShape } from './slateProcess.ts';

/** Seconds. Hours apart from each other, from the source and from the slate: see `slateOffset`. */
const OFFSETS: Readonly<Record<number, number>> = { 1: 50_400, 2: 64_800, 3: 79_200 };
const LIST_SIZE = 8;
const MOST_FILES = 16;
const SEGMENT = 2;
const KBIT = { least: 400, most: 6000 };
const BITS_PER_PIXEL = 0.1;

interface BackupProcessOptions {
  channel: string;
  n: number;
  input: ProcessConfig['input'];
  /** The format of the source to encode to; null to copy. */
  shape: SlateShape | null;
}

const COPY = ['-map', '0:v:0', '-map', '0:a:0?', '-codec', 'copy'];

function rateOf({ width, height, fps }: SlateShape): string {
  const [frames = 25, seconds = 1] = fps.split('/').map(Number);
  const kbit = (width * height * (frames / seconds) * BITS_PER_PIXEL) / 1000;
  return `${Math.round(Math.min(KBIT.most, Math.max(KBIT.least, kbit)))}k`;
}

function encoded(shape: SlateShape): string[] {
  const { width, height, fps, bFrames, profile, audio, segment } = shape;
  const rate = rateOf(shape);
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1,fps=${fps},format=yuv420p`;
  return [
    ...['-map', '0:v:0', '-vf', fit, '-codec:v', 'libx264', '-preset', 'veryfast', '-profile:v', profile],
    ...['-bf', bFrames ? '2' : '0', '-b:v', rate, '-maxrate', rate, '-bufsize', rate],
    ...['-force_key_frames', `expr:gte(t,n_forced*${segment})`, '-sc_threshold', '0'],
    ...(audio === null
      ? ['-an']
      : [
          ...['-map', '0:a:0?', '-codec:a', audio.codec, '-b:a', '128k', '-af', 'aresample=async=1'],
          ...['-ar', `${audio.rate}`, '-ac', `${audio.channels}`],
        ]),
  ];
}

/** Writes a playlist for the agent, with file names that are unique across runs. */
export function backupProcess({ channel, n, input, shape }: BackupProcessOptions): ProcessConfig {
  return {
    type: 'ffmpeg',
    id: backupId(channel, n),
    reference: channel,
    input,
    output: [
      {
        id: 'output_0',
        address: `{memfs}/${backupFile(channel, n)}`,
        options: [
          ...['-dn', '-sn', ...(shape === null ? COPY : encoded(shape))],
          ...['-output_ts_offset', `${OFFSETS[n] ?? 0}`, '-f', 'hls', '-hls_start_number_source', 'epoch_us'],
          ...['-hls_time', `${shape?.segment ?? SEGMENT}`, '-hls_list_size', `${LIST_SIZE}`],
          ...['-hls_flags', 'omit_endlist', '-hls_segment_filename', `{memfs}/hold-${channel}_b${n}_%d.ts`],
          ...['-method', 'PUT'],
        ],
        cleanup: [
          {
            pattern: `memfs:/hold-${channel}_b${n}_*.ts`,
            ...{ max_files: MOST_FILES, max_file_age_seconds: 0, purge_on_delete: true },
          },
          {
            pattern: `memfs:/${backupFile(channel, n)}`,
            ...{ max_files: 0, max_file_age_seconds: 0, purge_on_delete: true },
          },
        ],
      },
    ],
    options: ['-err_detect', 'ignore_err', '-y'],
    // The agent starts it.
    autostart: false,
    reconnect: true,
    reconnect_delay_seconds: 3,
    stale_timeout_seconds: 10,
  };
}

/** Whether the running process has the right encoding; its input is not compared. */
export const isEncodedAs = (running: ProcessConfig, shape: SlateShape | null, channel: string, n: number): boolean => {
  const expected = backupProcess({ channel, n, input: [], shape });
  return JSON.stringify(running.output[0]?.options) === JSON.stringify(expected.output[0]?.options);
};
