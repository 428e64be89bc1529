import { join } from 'node:path';
import type { ProcessConfig } from '../../../src/api/answers/process.ts';
import { ingestId } from '../../../src/api/processIds.ts';
import { runFfmpeg } from '../../streams/ffmpeg.ts';

export const CHANNEL = '11111111-2222-3333-4444-555555555555';
export const INGEST = ingestId(CHANNEL);
export const READER = 'restreamer-ui:egress:rtmp:99999999-2222-3333-4444-555555555555';
export const COPY = ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy'];

export const processOf = (
  id: string,
  input: [address: string, ...options: string[]],
  output: ProcessConfig['output'][number],
  reference = CHANNEL,
): ProcessConfig => ({
  ...{ id, type: 'ffmpeg', reference, options: ['-err_detect', 'ignore_err', '-y'] },
  input: [{ id: 'input_0', address: input[0], options: input.slice(1) }],
  output: [output],
  ...{ autostart: true, reconnect: true, reconnect_delay_seconds: 3, stale_timeout_seconds: 30 },
});

/** Receives CHANNEL.stream with RTMP, and publishes it as HLS in memory. */
export const ingestOf = (channel: string): ProcessConfig =>
  processOf(
    ingestId(channel),
    [`{rtmp,name=${channel}.stream}`, '-fflags', '+genpts'],
    {
      ...{ id: 'output_0', address: `{memfs}/${channel}.m3u8` },
      cleanup: [{ pattern: `memfs:/${channel}_*.ts`, max_files: 8, max_file_age_seconds: 16, purge_on_delete: true }],
      options: [
        ...['-dn', '-sn', ...COPY, '-f', 'hls', '-hls_start_number_source', 'epoch', '-hls_time', '2'],
        ...['-hls_list_size', '6', '-hls_flags', 'discont_start+delete_segments+omit_endlist', '-method', 'PUT'],
        ...['-hls_segment_filename', `{memfs}/${channel}_%04d.ts`],
      ],
    },
    channel,
  );

export const ingest = ingestOf(CHANNEL);

/** Encodes a minute of video and audio, and returns the file. */
export async function makeClip(folder: string, size = '320x180'): Promise<string> {
  const clip = join(folder, 'clip.flv');
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=60`];
  const sound = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=60'];
  const coded = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-bf',
    '2',
    '-g',
    '50',
    '-sc_threshold',
    '0',
    '-c:a',
    'aac',
    '-ac',
    '2',
  ];
  const end = await runFfmpeg([...pictures, ...sound, '-pix_fmt', 'yuv420p', ...coded, clip]).ended;
  if (!end.includes('(0)')) throw new Error(`No clip: ${end}`);
  return clip;
}

export const pushClip = (clip: string, rtmpPort: number) =>
  runFfmpeg([
    ...['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy'],
    ...['-f', 'flv', `rtmp://127.0.0.1:${rtmpPort}/${CHANNEL}.stream`],
  ]);

export const stoppedReader: ProcessConfig = {
  ...processOf(READER, [`{memfs}/hold-${CHANNEL}.m3u8`, '-re'], {
    ...{ id: 'output_0', address: '-' },
    options: [...COPY, '-f', 'null'],
  }),
  autostart: false,
};
