import { TEST_RATE, TEST_SECONDS } from '../../media/encoding/encoderTestResults.ts';
import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import { emptyStream, type MediaType, type Stream } from '../../media/encoding/streams.ts';
import type { TrialArguments } from '../../media/process/trialProcess.ts';
import type { Decoder, Encoder } from '../form/defineCatalogEntry.ts';
import type { Settings } from '../form/fields.ts';
import { settingsOf } from '../form/fieldValues.ts';

// libsvtav1 of ffmpeg 5.1 hangs with smaller pictures.
const SMALL_HEIGHT = 144;
const WIDTH_TO_HEIGHT = 16 / 9;

export const testStream = (type: MediaType, height = SMALL_HEIGHT): Stream =>
  type === 'video'
    ? {
        ...emptyStream,
        ...{ type, codec: 'rawvideo', pix_fmt: 'yuv420p', height, width: Math.round(height * WIDTH_TO_HEIGHT) },
      }
    : { ...emptyStream, type, codec: 'pcm_s16le', sampling_hz: 48_000, layout: 'stereo', channels: 2 };

export function codingArguments(coder: Encoder | Decoder, settings: Settings, stream: Stream, ffmpeg: FfmpegVersion) {
  const global = coder.global(settings).flat();
  return { global, args: coder.args(settings, stream, ffmpeg).slice(global.length) };
}

/** Moving shapes with grain: without it, an encoder has next to nothing to do. */
const camera = ({ type, width, height }: Stream) =>
  type === 'video'
    ? `testsrc2=rate=${TEST_RATE}:size=${width}x${height},noise=alls=8:allf=t`
    : 'anoisesrc=sample_rate=48000:amplitude=0.2,aformat=channel_layouts=stereo';

export function measuredArguments(encoder: Encoder, height: number, ffmpeg: FfmpegVersion): TrialArguments {
  const stream = testStream(encoder.type, height);
  const { global, args } = codingArguments(encoder, settingsOf(encoder.fields, {}), stream, ffmpeg);
  return {
    global: ['-benchmark', ...global],
    inputs: [{ address: camera(stream), options: ['-f', 'lavfi', '-t', `${TEST_SECONDS}`] }],
    outputs: [{ address: '-', options: ['-map', '0', ...args, '-f', 'null'] }],
  };
}
